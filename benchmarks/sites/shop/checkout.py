"""The checkout form: its fields, its choices and its validation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """A way to receive an order; the price is in cents."""

    key: str
    label: str
    hint: str
    price: int


@dataclass(frozen=True, kw_only=True)
class Country:
    """A country the shop delivers to, and what its postcodes look like."""

    name: str
    postcode: str
    example: str


DELIVERIES = (
    Delivery(key="standard", label="Standard", hint="3 to 5 working days", price=490),
    Delivery(key="express", label="Express", hint="Next working day", price=990),
    Delivery(key="pickup", label="Collect in store", hint="Ready in two hours", price=0),
)

COUNTRIES = (
    Country(name="Austria", postcode=r"\d{4}", example="1010"),
    Country(name="Denmark", postcode=r"\d{4}", example="2100"),
    Country(name="France", postcode=r"\d{5}", example="75011"),
    Country(name="Germany", postcode=r"\d{5}", example="10115"),
    Country(name="Ireland", postcode=r"[A-Za-z]\d[\dWw] ?\w{4}", example="D02 AF30"),
    Country(name="Netherlands", postcode=r"\d{4} ?[A-Za-z]{2}", example="1012 AB"),
    Country(name="Spain", postcode=r"\d{5}", example="28004"),
    Country(
        name="United Kingdom",
        postcode=r"[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}",
        example="BS1 4QA",
    ),
)

FIELDS = ("name", "email", "address", "city", "postcode", "country", "delivery", "terms")


@dataclass(frozen=True, kw_only=True)
class CheckoutForm:
    """What the customer entered, and a message for each field that cannot be accepted."""

    values: Mapping[str, str]
    errors: Mapping[str, str]

    @property
    def delivery(self) -> Delivery:
        """The chosen delivery; only for a form without errors."""
        return next(one for one in DELIVERIES if one.key == self.values["delivery"])


def blank_form(*, name: str = "", email: str = "") -> CheckoutForm:
    """Return the form as it is first shown."""
    values = dict.fromkeys(FIELDS, "") | {"name": name, "email": email}
    return CheckoutForm(values=values, errors={})


def parse_form(submitted: Mapping[str, str]) -> CheckoutForm:
    """Check what was submitted."""
    values = {field: submitted.get(field, "").strip() for field in FIELDS}
    checks = (
        ("name", _check_name),
        ("email", _check_email),
        ("address", _check_address),
        ("city", _check_city),
        ("postcode", _check_postcode),
        ("country", _check_country),
        ("delivery", _check_delivery),
        ("terms", _check_terms),
    )
    found = ((field, check(values)) for field, check in checks)
    return CheckoutForm(values=values, errors={field: error for field, error in found if error})


def check_email(email: str) -> str:
    """Return what is wrong with an email address, or an empty string."""
    if not email:
        return "Enter your email address."
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]{2,}", email):
        return "Enter an email address in the form name@example.com."
    return ""


def _check_name(values: Mapping[str, str]) -> str:
    return "" if len(values["name"]) > 1 else "Enter your full name."


def _check_email(values: Mapping[str, str]) -> str:
    return check_email(values["email"])


def _check_address(values: Mapping[str, str]) -> str:
    address = values["address"]
    if not address:
        return "Enter your street and house number."
    return "" if re.search(r"\d", address) else "Enter a house number after or before the street."


def _check_city(values: Mapping[str, str]) -> str:
    return "" if values["city"] else "Enter your town or city."


def _check_postcode(values: Mapping[str, str]) -> str:
    if not values["postcode"]:
        return "Enter your postcode."
    country = _country(values)
    if country and not re.fullmatch(country.postcode, values["postcode"], re.ASCII):
        return f"Enter a postcode of {country.name}, for example {country.example}."
    return ""


def _check_country(values: Mapping[str, str]) -> str:
    return "" if _country(values) else "Choose a country."


def _check_delivery(values: Mapping[str, str]) -> str:
    keys = {delivery.key for delivery in DELIVERIES}
    return "" if values["delivery"] in keys else "Choose how you want to receive your order."


def _check_terms(values: Mapping[str, str]) -> str:
    return "" if values["terms"] else "Accept the terms and conditions to place your order."


def _country(values: Mapping[str, str]) -> Country | None:
    return next((country for country in COUNTRIES if country.name == values["country"]), None)
