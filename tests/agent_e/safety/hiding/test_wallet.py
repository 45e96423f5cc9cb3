"""Who gets a secret: the right field of the right site, and nobody else."""

import json
from typing import Any

import pytest

from agent_e.errors import ActionDenied, BadArgument
from agent_e.safety.secrets import Redactor, RunSecrets, Vault
from agent_e.types import SecretField

from .test_vault import SEED, NoRing

CODES = ("120699", "082801")
"""Of that seed at its steps 1000 and 1001, by the algorithm of RFC 6238."""
SECRETS = {
    "SHOP": {"site": "shop.example", "kind": "password", "value": "hunter22"},
    "OTHER": {"site": "other.example", "kind": "password", "value": "swordfish"},
    "CODE": {"site": "shop.example", "kind": "code", "value": SEED},
    "USER": {"site": "shop.example", "kind": "text", "value": "ada@shop"},
    "HERE": {"site": "127.0.0.1:8000", "kind": "password", "value": "at-home"},
}


def wallet(**more: Any) -> RunSecrets:
    env = {f"AGENT_E_SECRET_{name}": json.dumps(said) for name, said in SECRETS.items()}
    granted = lambda host, port: (host, port) == ("127.0.0.1", 8000)  # noqa: E731
    return RunSecrets(Vault(ring=NoRing(), env=env), Redactor(), granted=granted, **more)


def sink(origin: str = "https://shop.example", kind: str = "password", **more: Any) -> SecretField:
    return SecretField(origin=origin, kind=kind, **more)


@pytest.mark.parametrize(
    "field",
    [
        sink(),
        sink("https://login.shop.example"),
        sink(targets=("https://login.shop.example/in",)),
    ],
)
def test_a_password_goes_to_password_fields_of_its_site(field: SecretField) -> None:
    assert wallet().reveal("shop", field) == "hunter22"


@pytest.mark.parametrize(
    "field",
    [
        sink("https://evil.example"),
        sink("https://shop.example.evil.test"),
        sink("https://notshop.example"),
        sink("https://shop.example@evil.test"),
        sink("https://xn--hop-t6d.example"),
        sink("http://shop.example"),
        sink("null"),
        sink(""),
        sink("https://127.0.0.1:8000"),
        sink(kind="text"),
        sink(kind="textarea"),
        sink(kind=""),
        sink(targets=("https://evil.test/collect",)),
        sink(targets=("https://shop.example/in", "https://evil.test/")),
        sink(targets=("javascript:steal()",)),
        sink(targets=("nonsense",)),
    ],
)
def test_no_other_field_gets_it(field: SecretField) -> None:
    with pytest.raises(ActionDenied) as raised:
        wallet().reveal("shop", field)
    assert "hunter22" not in str(raised.value)


def test_on_this_machine_a_granted_place_needs_no_https() -> None:
    assert wallet().reveal("here", sink("http://127.0.0.1:8000")) == "at-home"
    with pytest.raises(ActionDenied):
        wallet().reveal("here", sink("http://127.0.0.1:8001"))
    with pytest.raises(ActionDenied):
        wallet().reveal("here", sink("http://localhost:8000"))


def test_an_invented_handle_is_refused() -> None:
    with pytest.raises(BadArgument, match="There are: code, here, other, shop, user"):
        wallet().reveal("admin", sink())


def test_a_code_goes_to_fields_that_ask_for_one() -> None:
    late = wallet(clock=lambda: 1000 * 30 + 5.0)
    asked = sink(kind="text", autocomplete="one-time-code")
    assert late.reveal("code", asked) == CODES[0]
    assert late.reveal("code", sink(kind="tel", words="Authentication code"))
    for wrong in (sink(kind="text", words="Search"), sink(kind="textarea", words="code")):
        with pytest.raises(ActionDenied):
            late.reveal("code", wrong)


@pytest.mark.parametrize(("second", "step"), [(0, 0), (9.9, 0), (10.1, 1), (29.9, 1)])
def test_with_less_than_twenty_seconds_left_the_next_code_is_taken(
    second: float, step: int
) -> None:
    late = wallet(clock=lambda: 1000 * 30 + second)
    code = late.reveal("code", sink(kind="text", autocomplete="one-time-code"))
    assert code == CODES[step]


def test_text_goes_to_single_lines() -> None:
    assert wallet().reveal("user", sink(kind="email")) == "ada@shop"
    for kind in ("search", "textarea", "password", "hidden"):
        with pytest.raises(ActionDenied):
            wallet().reveal("user", sink(kind=kind))


def test_the_model_is_told_names_of_the_site_only() -> None:
    assert wallet().prompt_lines("https://login.shop.example/x") == (
        "Saved secrets for this site, by fill_secret or {secret:NAME} as a field's text: "
        "code (one-time code), shop (password), user (text for a single line)."
    )
    assert wallet().prompt_lines("https://evil.example") == ""
    assert wallet().prompt_lines("about:blank") == ""


def test_everything_is_hidden_before_anybody_asks_for_it() -> None:
    redactor = Redactor()
    env = {f"AGENT_E_SECRET_{name}": json.dumps(said) for name, said in SECRETS.items()}
    made = RunSecrets(Vault(ring=NoRing(), env=env), redactor, clock=lambda: 30_000.0)
    assert redactor("hunter22 swordfish ada@shop") == "[secret shop] [secret other] [secret user]"
    assert SEED not in redactor(f"otpauth://totp/x?secret={SEED}")
    code = made.reveal("code", sink(kind="text", autocomplete="one-time-code"))
    assert redactor(code) == "[code of code]"


class TestOfTheTask:
    def test_its_secrets_are_kept_under_names_and_hidden(self) -> None:
        redactor = Redactor()
        kept = RunSecrets(Vault(ring=NoRing(), env={}), redactor)
        text = kept.withhold("Log in as ann with password hunter2, PIN 4711, CVC 123.")
        assert text == (
            "Log in as ann with password {secret:task_password}, PIN {secret:task_pin}, "
            "CVC {secret:task_cvc}."
        )
        assert kept.withhold("Again: password hunter2") == "Again: password {secret:task_password}"
        assert kept.withhold("password swordfish9") == "password {secret:task_password_2}"
        assert redactor("hunter2 4711 123") == "[secret task_password] [secret task_pin] 123"

    def test_one_that_is_saved_goes_by_its_name(self) -> None:
        assert wallet().withhold("password: hunter22") == "password: {secret:shop}"

    def test_words_that_are_to_stay_stay(self) -> None:
        assert wallet(keep_task=True).withhold("password: swordfish9") == "password: swordfish9"

    def test_the_first_site_binds_it(self) -> None:
        kept = wallet()
        kept.withhold("password: swordfish9")
        assert kept.unbound == {"task_password"}
        assert "task_password (password)" in kept.prompt_lines("about:blank")
        for wrong in (sink("null"), sink("http://shop.example"), sink(kind="text")):
            with pytest.raises(ActionDenied):
                kept.reveal("task_password", wrong)
        assert kept.unbound == {"task_password"}
        assert kept.reveal("task_password", sink("https://login.shop.example")) == "swordfish9"
        assert kept.unbound == frozenset()
        with pytest.raises(ActionDenied, match="belongs to shop.example"):
            kept.reveal("task_password", sink("https://evil.example"))
        assert "task_password" not in kept.prompt_lines("https://evil.example")

    def test_it_is_not_sent_elsewhere_by_the_form_around_it(self) -> None:
        kept = wallet()
        kept.withhold("password: swordfish9")
        with pytest.raises(ActionDenied):
            kept.reveal("task_password", sink(targets=("https://evil.test/in",)))
        assert kept.unbound == {"task_password"}

    @pytest.mark.parametrize("kind", ["text", "tel", "password"])
    def test_digits_go_to_fields_of_any_kind(self, kind: str) -> None:
        kept = wallet()
        kept.withhold("Log in with code 644 040")
        assert kept.reveal("task_code", sink(kind=kind)) == "644040"

    def test_a_later_task_has_them_too(self) -> None:
        first = wallet()
        first.withhold("password: swordfish9")
        later = wallet(earlier=first)
        assert later.withhold("password: tide-water") == "password: {secret:task_password_2}"
        assert later.reveal("task_password", sink()) == "swordfish9"
