"""Canaries: a login with secrets of the vault, on a site that shows them in every way it can.

Whatever the run wrote, sent or printed is searched for every form of them, and pictures by their
pixels.
"""

import base64
import html
import io
import json
import time
import urllib.parse
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pyotp
import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.agent import WebAgent
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.safety.secrets import Vault

from .conftest import Workbench, browse, finish, mmid_of, report, seen

pytestmark = [pytest.mark.browser]

PASSWORD = "c4n&ry/P@ss+w0rd%"
SEED = "KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD"
TYPED = "typed-by-model-77"
PINK = (255, 0, 128)
"""Colour of everything on the site that shows a secret."""


async def sent(request: Request, name: str) -> str:
    (value,) = urllib.parse.parse_qs((await request.body()).decode())[name]
    return value


class Login:
    """A site with two steps of login, which then shows what it was told."""

    def __init__(self) -> None:
        self.url = ""
        self.codes: list[str] = []
        self.passwords: list[str] = []

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self.start),
                Route("/password", self.password, methods=["POST"]),
                Route("/code", self.code),
                Route("/in", self.inside, methods=["POST"]),
            ]
        )

    async def start(self, request: Request) -> Response:
        return self._page(
            "Sign in",
            "<form method=post action=/password><label>Password <input type=password name=p>"
            "</label><button>Next</button></form>",
        )

    async def password(self, request: Request) -> Response:
        given = await sent(request, "p")
        self.passwords.append(given)
        return RedirectResponse(f"/code?{urllib.parse.urlencode({'p': given})}", 303)

    async def code(self, request: Request) -> Response:
        return self._page(
            "Second step",
            f"<p class=secret>Not you, {html.escape(request.query_params['p'])}?</p>"
            "<form method=post action=/in><label>One-time code <input class=secret name=c "
            "autocomplete=one-time-code></label><button>Sign in</button></form>",
        )

    async def inside(self, request: Request) -> Response:
        self.codes.append(await sent(request, "c"))
        password, code = self.passwords[-1], self.codes[-1]
        shown = [
            html.escape(password),
            html.escape(urllib.parse.quote(password, safe="")),
            html.escape(json.dumps({"password": password})),
            base64.b64encode(f"user:{password}".encode()).decode(),
            password.encode().hex(),
            code,
        ]
        link = html.escape("/?" + urllib.parse.urlencode({"password": password, "code": code}))
        field = f"<input aria-label=Echo class=secret value='{html.escape(password)}'>"
        echoes = "".join(f"<p class=secret>{each}</p>" for each in shown)
        return self._page("Welcome", f"{echoes}{field}<a href='{link}'>Again</a><p>Balance: 42</p>")

    def _page(self, title: str, body: str) -> Response:
        pink = f"rgb{PINK}"
        style = f"<style>.secret, input {{ color: {pink}; font-size: 24px }}</style>"
        return HTMLResponse(f"<!doctype html><title>{title}</title>{style}<h1>{title}</h1>{body}")


@pytest.fixture
async def site() -> AsyncIterator[Login]:
    login = Login()
    async with serve_app(login.app()) as port:
        login.url = f"http://127.0.0.1:{port}"
        yield login


def vault(site: Login) -> Vault:
    where = site.url.removeprefix("http://")
    secrets = {
        "BANK": {"site": where, "kind": "password", "value": PASSWORD},
        "BANK_CODE": {"site": where, "kind": "code", "value": SEED},
        "ELSEWHERE": {"site": "example.org", "kind": "password", "value": "other-canary-99"},
    }
    env = {f"AGENT_E_SECRET_{name}": json.dumps(said) for name, said in secrets.items()}
    return Vault(ring=_None(), env=env)


class _None:
    """A keyring with nothing in it."""

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("nothing is kept here")

    def delete_password(self, service: str, username: str) -> None:
        raise AssertionError("nothing is kept here")


async def agent_of(workbench: Workbench, script: Any, site: Login, events: list[Any]) -> WebAgent:
    first = await workbench.agent(script)
    made = WebAgent(
        first.settings, vault=vault(site), listener=events.append, opener=workbench.opener
    )
    return await workbench.resources.enter_async_context(made)


def filling(line: str, handle: str) -> Any:
    return lambda body: Scripted(
        calls=[("fill_secret", {"mmid": mmid_of(body, line), "handle": handle})]
    )


def clicking(line: str) -> Any:
    return lambda body: Scripted(calls=[("click", {"mmid": mmid_of(body, line)})])


SCRIPT = by_role(
    planner=[browse("Log in."), finish(f"The balance is 42, {PASSWORD}.", 1)],
    navigator=[
        filling("textbox 'Password'", "bank"),
        clicking("button 'Next'"),
        filling("textbox 'One-time code'", "bank_code"),
        clicking("button 'Sign in'"),
        report("Logged in.", ("the balance", "Balance: 42")),
    ],
)


def forms(value: str) -> set[bytes]:
    """The value as anything may have written it, worked out apart from the redactor."""
    data = value.encode()
    found = {
        value,
        urllib.parse.quote(value),
        urllib.parse.quote(value, safe=""),
        urllib.parse.quote_plus(value),
        html.escape(value),
        html.escape(html.escape(value)),
        json.dumps(value)[1:-1],
        json.dumps(json.dumps(value)[1:-1])[1:-1],
        data.hex(),
        data.hex().upper(),
    }
    found |= {each.swapcase() for each in (urllib.parse.quote(value, safe=""),)}
    for pad in range(3):
        whole = base64.b64encode(bytes(pad) + data).decode().rstrip("=")
        found.add(whole[(pad * 8 + 5) // 6 : (pad + len(data)) * 8 // 6])
    return {each.encode() for each in found}


async def test_no_byte_of_a_secret_leaves_the_run(
    workbench: Workbench, site: Login, capfd: pytest.CaptureFixture[str]
) -> None:
    events: list[Any] = []
    agent = await agent_of(workbench, SCRIPT, site, events)
    start = time.time()
    result = await agent.run("Log in and tell the balance.", start_url=site.url)
    assert site.passwords == [PASSWORD]
    totp = pyotp.TOTP(SEED)
    (code,) = site.codes
    assert code in {totp.at(int(start) + step * 30) for step in range(-1, 12)}

    told = "\n".join(json.dumps(body) for body in workbench.server.requests)
    assert "bank (password)" in told
    assert "[secret bank]" in told
    assert "elsewhere" not in told
    assert "Balance: 42" in told
    assert "[secret bank]" in str(result.answer)

    files = [path for path in Path(result.run_dir).rglob("*") if path.is_file()]
    printed = capfd.readouterr()
    outputs = {str(path): path.read_bytes() for path in files}
    outputs |= {
        "models": told.encode(),
        "result": json.dumps(result.to_json()).encode(),
        "listener": json.dumps(events, default=str).encode(),
        "stdout": printed.out.encode(),
        "stderr": printed.err.encode(),
    }
    for value in (PASSWORD, SEED, code, "other-canary-99"):
        for form in forms(value):
            for name, data in outputs.items():
                assert form not in data, (form, name)

    shots = sorted(Path(result.run_dir, "shots").iterdir())
    assert len(shots) >= 4
    for shot in shots:
        assert pink(shot.read_bytes()) == 0, shot


def pink(data: bytes) -> int:
    """Pixels of the colour that only secrets have on the site, however it was compressed."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return int(np.count_nonzero((red > 180) & (green < 110) & (blue > 80) & (blue < 200)))


@pytest.mark.slow
async def test_a_picture_without_a_vault_shows_them(workbench: Workbench, site: Login) -> None:
    """That the pixels are counted at all."""
    script = by_role(
        planner=[browse("Log in."), finish("no", status="cannot")],
        navigator=[
            lambda body: Scripted(
                calls=[("enter_text", {"mmid": mmid_of(body, "textbox 'Password'"), "text": TYPED})]
            ),
            clicking("button 'Next'"),
            report("Stopped.", status="failed"),
        ],
    )
    agent = await workbench.agent(script)
    result = await agent.run("Log in.", start_url=site.url)
    shots = sorted(Path(result.run_dir, "shots").iterdir())
    assert sum(pink(shot.read_bytes()) for shot in shots) > 100
    # A password that the model types itself is in nothing that stays.
    assert site.passwords == [TYPED]
    journal = Path(result.run_dir, "events.jsonl").read_text()
    assert "[typed password]" in journal
    for form in forms(TYPED):
        assert form.decode() not in journal


@pytest.mark.slow
async def test_a_secret_is_for_its_own_fields_only(workbench: Workbench, site: Login) -> None:
    script = by_role(
        planner=[browse("Log in."), finish("no", status="cannot")],
        navigator=[
            filling("textbox 'Password'", "bank_code"),
            filling("textbox 'Password'", "elsewhere"),
            filling("textbox 'Password'", "nothing"),
            filling("button 'Next'", "bank"),
            report("Refused.", status="blocked"),
        ],
    )
    agent = await agent_of(workbench, script, site, [])
    await agent.run("Log in.", start_url=site.url)
    told = seen(workbench.asked("navigator")[-1])
    assert "is a one-time code, and this field asks for something else" in told
    assert "belongs to example.org, and this field is of 127.0.0.1" in told
    assert "There is no secret 'nothing'" in told
    assert site.passwords == []


@pytest.mark.slow
async def test_without_secrets_nothing_is_offered(workbench: Workbench, site: Login) -> None:
    script = by_role(
        planner=[browse("Look."), finish("no", status="cannot")],
        navigator=[report("Looked.", status="done")],
    )
    agent = await workbench.agent(script)
    await agent.run("Look.", start_url=site.url)
    (asked,) = workbench.asked("navigator")
    assert "fill_secret" not in [tool["function"]["name"] for tool in asked["tools"]]
