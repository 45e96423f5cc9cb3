"""The members' pages."""

from __future__ import annotations

from datetime import date

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..data import Booking, Member
from ..visit import Visit

_YOUNGEST, _OLDEST = 12, 110
_SIZES = (28.0, 50.0)


def overview(visit: Visit, member: Member) -> Response:
    """Show number, invoice and the available actions."""
    return visit.render("overview.html")


def bookings(visit: Visit, member: Member) -> Response:
    """List the member's bookings that are not cancelled."""
    return visit.render("bookings.html", bookings=_remaining(visit, member))


def cancel(visit: Visit, member: Member) -> Response:
    """Cancel a booking."""
    reference = visit.request.path_params["reference"]
    found = next((each for each in _remaining(visit, member) if each.reference == reference), None)
    if found is None:
        raise HTTPException(404)
    visit.desk.cancelled.append({"member": member.name, "booking": reference})
    message = f"{found.name} on {found.day:%d %B} is cancelled."
    return visit.redirect("/members/bookings", message)


def show_message(visit: Visit, member: Member) -> Response:
    """Show the form that writes to the club."""
    return visit.render("message.html", values={"subject": "", "text": ""}, errors={})


def send_message(visit: Visit, member: Member) -> Response:
    """Send a message to the club."""
    values = {field: visit.entered(field) for field in ("subject", "text")}
    required = {"subject": "Say what it is about.", "text": "Write a message."}
    errors = {field: error for field, error in required.items() if not values[field]}
    if errors:
        return visit.render("message.html", status=422, values=values, errors=errors)
    visit.desk.messages.append({"member": member.name, **values})
    return visit.redirect("/members", "Your message was sent to the club.")


def show_card(visit: Visit, member: Member) -> Response:
    """Show the form that asks for a new card."""
    return visit.render("card.html", error="")


def send_card(visit: Visit, member: Member) -> Response:
    """Have a card sent to one of the member's addresses."""
    key = visit.entered("address")
    address = next((each for each in member.addresses if each.key == key), None)
    if address is None:
        error = "Choose the address that the card is to be sent to."
        return visit.render("card.html", status=422, error=error)
    visit.desk.cards.append({"member": member.name, "address": key})
    return visit.redirect("/members", f"Your card will be sent to {', '.join(address.lines)}.")


def show_course(visit: Visit, member: Member) -> Response:
    """Show the form for a place in the course."""
    return visit.render("course.html", values={"born": "", "size": ""}, errors={})


def request_course(visit: Visit, member: Member) -> Response:
    """Ask for a place in the course."""
    values = {field: visit.entered(field) for field in ("born", "size")}
    errors = {
        field: error
        for field, error in (("born", _check_born(values)), ("size", _check_size(values)))
        if error
    }
    if errors:
        return visit.render("course.html", status=422, values=values, errors=errors)
    visit.desk.requests.append({"member": member.name, **values})
    return visit.redirect("/members", "Your place in the lead course is requested.")


def _remaining(visit: Visit, member: Member) -> list[Booking]:
    cancelled = visit.desk.is_cancelled
    return [each for each in member.bookings if not cancelled(member, each.reference)]


def _check_born(values: dict[str, str]) -> str:
    try:
        age = (date.today() - date.fromisoformat(values["born"])).days / 365.25
    except ValueError:
        return "Enter your date of birth."
    fits = _YOUNGEST <= age <= _OLDEST
    return "" if fits else f"The course is for people of {_YOUNGEST} years and over."


def _check_size(values: dict[str, str]) -> str:
    try:
        size = float(values["size"].replace(",", "."))
    except ValueError:
        return "Enter your shoe size."
    low, high = _SIZES
    return "" if low <= size <= high else f"We lend shoes of the sizes {low:g} to {high:g}."
