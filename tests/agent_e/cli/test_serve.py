"""agent-e serve --act: what it prints, that it answers, and that it ends cleanly."""

import signal

import httpx
import pytest

from tests.agent_e.agents.acting import request
from tests.programs import start

from .conftest import Call

BODY = request("Click Save", ("#save", "button", "submit", "Save")).model_dump(mode="json")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_it_answers_until_a_signal_ends_it(number: signal.Signals, code: int) -> None:
    process = await start("serve", "--act", "--stub")
    try:
        url = (await process.stdout.readline()).decode().strip()
        assert url.startswith("http://127.0.0.1:") and url.endswith("/act")
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            answer = await client.post(url, json=BODY)
            health = await client.get(url.replace("/act", "/health"))
        assert answer.json()["action"]["type"] == "click"
        assert health.json()["agent"] == "stub"
    finally:
        process.send_signal(number)
        out, err = await process.communicate()
    assert process.returncode == code
    assert out == b""
    assert err.decode() == "stub decides. Ctrl-C ends it.\n"


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--stub"], "--stub decides for POST /act."),
        (["--act", "--stub", "--model", "offline"], "--stub asks no model."),
        (["--act", "--model", "sum:thing"], "There is no model sum:thing."),
        (["--act", "--model", "offline"], "cannot be used with the architecture reactive"),
        (["--act", "--stub", "--host", "192.0.2.1"], "192.0.2.1 cannot be used"),
    ],
)
def test_what_cannot_be_served_is_told(call: Call, flags: list[str], told: str) -> None:
    ended = call("serve", *flags)
    assert (ended.code, ended.out) == (2, "")
    assert told in " ".join(ended.err.split())
