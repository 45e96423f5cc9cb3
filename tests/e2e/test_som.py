"""The Set-of-Mark architecture, by a model that answers from a script."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Script, Scripted, scripted_server
from agent_e.benchmarks.sites import RunningSite
from agent_e.config import VisionSettings
from agent_e.journal import read_run
from agent_e.models.image_fallback import CAPTION
from tests.agent_e.dom.stage import site
from tests.programs import start

from .conftest import Workbench

pytestmark = pytest.mark.browser


@pytest.fixture
def pages() -> Iterator[str]:
    with site() as address:
        yield address


def events(run_dir: str, kind: str) -> list[dict[str, Any]]:
    return [event for event in read_run(Path(run_dir)).events if event["kind"] == kind]


def clicked(run_dir: str) -> list[str]:
    return [
        event["target"]["name"]
        for event in events(run_dir, "action.started")
        if event["action"] == "click"
    ]


def say(action: str, element: int | None = None, text: str | None = None) -> Scripted:
    said = {"thought": "so", "action": action, "element_id": element, "text": text}
    return Scripted(text=json.dumps(said))


def told(body: Mapping[str, Any]) -> str:
    """The words of the newest message."""
    content = body["messages"][-1]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def pictures(body: Mapping[str, Any]) -> int:
    return sum(
        part["type"] == "image_url"
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    )


class Looker:
    """Answers by what the legends show: remembers the number of every name it was ever told."""

    def __init__(self, *moves: Callable[["Looker", str], Scripted]) -> None:
        self.numbers: dict[str, int] = {}
        self._moves = list(moves)

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        words = told(body)
        for number, name in re.findall(r"^\[(\d+)\] \w+ '(.*?)'", words, re.M):
            self.numbers[name] = int(number)
        return self._moves.pop(0)(self, words)

    @property
    def script(self) -> Script:
        return self


def press(name: str) -> Callable[[Looker, str], Scripted]:
    return lambda looker, words: say("click", looker.numbers[name])


def press_all(*names: str) -> Callable[[Looker, str], Scripted]:
    """Press several elements in one reply."""

    def said(looker: Looker, words: str) -> Scripted:
        actions = [{"action": "click", "element_id": looker.numbers[name]} for name in names]
        return Scripted(text=json.dumps({"thought": "so", "actions": actions}))

    return said


def press_unless(trouble: str, name: str, other: str) -> Callable[[Looker, str], Scripted]:
    """Press another element because the feedback says what the trouble is."""
    return lambda looker, words: say("click", looker.numbers[other if trouble in words else name])


def search_and(
    then: Callable[[int], tuple[Mapping[str, Any], ...]],
) -> Callable[[Looker, str], Scripted]:
    """One reply that searches for lamps and goes on; ``then`` is given the number of the field."""

    def search(looker: Looker, words: str) -> Scripted:
        [field] = [int(each) for each in re.findall(r"^\[(\d+)\] searchbox", words, re.M)]
        actions = (
            {"action": "type", "element_id": field, "text": "lamp"},
            {"action": "press_enter"},
            *then(field),
        )
        return Scripted(text=json.dumps({"thought": "so", "note": "lamps", "actions": actions}))

    return search


def answer(text: str) -> Callable[[Looker, str], Scripted]:
    return lambda looker, words: say("done", text=text)


@pytest.mark.slow
async def test_a_disabled_button_is_said_and_another_way_is_taken(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(
        press_all("Hold", "Order", "Hold"),
        press_unless("disabled", "Order", "Hold"),
        press("Order"),
        answer("ordered"),
    )
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Order it.", start_url=f"{pages}/switched_off.html")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "ordered")
    feedback = told(workbench.requests[1])
    assert re.search(r"Not done: button 'Order' is disabled", feedback), feedback
    assert "Not run: the click before it failed." in feedback
    assert "Disabled: button 'Order'." in feedback
    assert clicked(result.run_dir) == ["Hold", "Order", "Hold", "Order"]
    assert (result.metrics["actions"], result.metrics["refused_actions"]) == (4, 1)
    assert result.metrics["step_success"] == 0.75
    assert not result.assisted
    assert [pictures(body) for body in workbench.requests] == [1] * 4


@pytest.mark.slow
async def test_a_covered_button_is_said_and_what_covers_it_is_closed(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(
        press_all("Look closer", "Buy"),
        press_unless("cover", "Buy", "Close"),
        press("Buy"),
        answer("bought"),
    )
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Buy it.", start_url=f"{pages}/veiled.html")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "bought")
    feedback = told(workbench.requests[1])
    assert re.search(r"Not done: button 'Buy' is covered by [a-z]+", feedback), feedback
    assert clicked(result.run_dir) == ["Look closer", "Close", "Buy"], "it was not even begun"
    (failed,) = events(result.run_dir, "skill.failed")
    assert failed["skill"] == "click"
    assert result.metrics["refused_actions"] == 1


@pytest.mark.slow
async def test_after_a_page_that_loaded_goes_on_what_needs_no_number_of_it(
    workbench: Workbench, shop: RunningSite
) -> None:
    going_on = (
        {"action": "navigate", "text": f"{shop.url}/search?q=mug"},
        {"action": "press_key", "text": "Escape"},
    )
    looker = Looker(search_and(lambda _: going_on), answer("gone on"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Search for lamps.", start_url=shop.url)
    assert result.outcome is Outcome.SUCCESS, result
    feedback = told(workbench.requests[1])
    assert re.search(r"Now open: .* at \S+mug", feedback), feedback
    assert "press_key needs a look at the page that is open now" in feedback


async def test_a_form_is_filled_in_and_sent_in_one_reply(
    workbench: Workbench, shop: RunningSite
) -> None:
    again = search_and(lambda field: ({"action": "click", "element_id": field},))
    looker = Looker(again, answer("searched"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Search for lamps.", start_url=shop.url)
    assert result.outcome is Outcome.SUCCESS, result
    feedback = told(workbench.requests[1])
    assert "Not run: the press_enter before it loaded a page, which has other numbers." in feedback
    assert not re.search(r"\[\d+\] \w+ '", feedback.partition("Page: ")[0]), (
        "numbers are the list's"
    )
    assert "Your notes:\\n- lamps" in json.dumps(workbench.requests[1])
    assert [pictures(body) for body in workbench.requests] == [1, 1]


async def test_the_rest_of_the_elements_is_reached_by_more_marks(
    workbench: Workbench, shop: RunningSite
) -> None:
    seen: list[str] = []

    def more(looker: Looker, words: str) -> Scripted:
        seen.append(words)
        return say("more_marks")

    looker = Looker(more, more, answer("looked"))
    agent = await workbench.agent(
        looker.script, architecture="som", verify="never", vision=VisionSettings(max_marks=4)
    )
    result = await agent.run("Look around.", start_url=shop.url)
    numbered = [re.findall(r"^\[\d+\] (.*)$", words, re.M) for words in seen]
    assert result.outcome is Outcome.SUCCESS, result
    assert "more in view have no number here: more_marks numbers them." in seen[0]
    assert [len(lines) for lines in numbered] == [4, 4]
    assert not set(numbered[0]) & set(numbered[1])


async def test_a_password_does_not_stand_in_clear_beside_its_mask(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(
        lambda looker, words: say("type", looker.numbers["Secret"], "hunter22-x"), answer("typed")
    )
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    await agent.run("Fill in the password.", start_url=f"{pages}/fields.html")
    sent = json.dumps(workbench.requests[1])
    assert "a password of 10 characters" in sent
    assert "hunter22-x" not in sent


async def test_where_there_are_no_more_elements_that_is_said(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(lambda looker, words: say("more_marks"), answer("looked"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    await agent.run("Look around.", start_url=f"{pages}/dialogs.html")
    assert "Not done: There are no others" in told(workbench.requests[1])


async def test_a_number_that_is_not_there_is_said(workbench: Workbench, pages: str) -> None:
    looker = Looker(
        lambda looker, words: say("click", 999),
        press_unless("There is no number 999", "Greet", "Save"),
        answer("Cannot: it is only a test."),
    )
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Save it.", start_url=f"{pages}/dialogs.html")
    assert (result.outcome, result.answer) == (Outcome.GAVE_UP, "it is only a test.")
    assert clicked(result.run_dir) == ["Save"]
    assert (result.metrics["hallucinations"], result.metrics["step_success"]) == (1, 0.5)
    (failed,) = events(result.run_dir, "skill.failed")
    assert failed["type"] == "ElementGone"
    assert failed["error"].startswith("There is no number 999 on the screenshot.")


@pytest.mark.slow
async def test_of_a_list_without_a_picture_the_options_are_said(
    workbench: Workbench, shop: RunningSite
) -> None:
    def choose(looker: Looker, words: str) -> Scripted:
        feedback = words.partition("Page: ")[0]
        assert "Use type with one of its options: 'Featured', 'Price: low to high'" in feedback
        return say("type", looker.numbers["Sort by"], "Price: low to high")

    looker = Looker(press("Sort by"), choose, answer("sorted"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Sort it.", start_url=f"{shop.url}/search?q=lamp")
    assert (result.outcome, result.metrics["refused_actions"]) == (Outcome.SUCCESS, 1), result
    assert [event["action"] for event in events(result.run_dir, "action.started")][-1:] == [
        "select_option"
    ]
    assert "'Sort by' is now value='Price: low to high'" in told(workbench.requests[2])


async def test_of_a_page_that_came_again_what_is_new_is_said(
    workbench: Workbench, shop: RunningSite
) -> None:
    looker = Looker(press("Add to basket"), answer("added"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    slug = shop.state()["products"][0]["slug"]
    result = await agent.run("Add it.", start_url=f"{shop.url}/product/{slug}")
    assert result.outcome is Outcome.SUCCESS, result
    assert re.search(
        r"The page was loaded again \(same address\)\. New: .*in your basket",
        told(workbench.requests[1]),
    )


@pytest.mark.slow
async def test_a_dialog_hides_the_page_and_is_dismissed_by_back(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(press("Delete"), lambda looker, words: say("back"), answer("kept"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Delete it, if you dare.", start_url=f"{pages}/dialogs.html")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "kept")
    shown = told(workbench.requests[1])
    assert "A dialog is open: confirm 'Delete it?'" in shown
    assert "handle_dialog" not in shown, "there is no such action here"
    assert [pictures(body) for body in workbench.requests] == [1, 0, 1]


@pytest.mark.slow
async def test_a_dialog_is_accepted_by_enter(workbench: Workbench, pages: str) -> None:
    looker = Looker(press("Delete"), lambda looker, words: say("press_enter"), answer("deleted"))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Click Delete.", start_url=f"{pages}/dialogs.html")
    assert result.outcome is Outcome.SUCCESS, result
    called = [each for each in events(result.run_dir, "model.called") if each["role"] == "som"]
    (asked,) = called[1]["messages"][-1]["results"]
    assert asked["text"] == "Clicked button 'Delete'. A confirm dialog is open: 'Delete it?'"
    assert "press_enter accepts" in asked["view"]


@pytest.mark.slow
async def test_the_command_prints_figures_and_says_it_was_assisted(
    catalog: RunningSite, tmp_path: Path
) -> None:
    third = catalog.state()["products"][2]
    looker = Looker(press(third["name"]), answer(third["price"]))

    def blind(body: Mapping[str, Any]) -> Scripted:
        if "image_url" in json.dumps(body):
            refused = {"error": {"message": "This model does not support image input."}}
            return Scripted(status=400, body=json.dumps(refused).encode())
        return looker(body)

    folder = ["--out", str(tmp_path)]

    async def call(*arguments: str) -> tuple[int | None, str, str]:
        program = await start(*arguments, *folder)
        out, err = await program.communicate()
        return program.returncode, out.decode(), err.decode()

    async with scripted_server(blind) as server:
        model = ["--model", "openai:scripted", "--base-url", server.base_url]
        options = ["--architecture", "som", *model, "--start-url", catalog.url, "--json"]
        code, out, err = await call("run", "Find the price of the third product.", *options)
    assert code == 0, err
    result = json.loads(out)
    assert (result["answer"], result["assisted"]) == (third["price"], True)
    assert result["metrics"]["actions"] == 1
    (line,) = [each for each in err.splitlines() if each.startswith("  click ")]
    assert third["name"] in line
    _, shown, _ = await call("runs", "show", "latest")
    assert "actions 1, step success 1, ghost clicks 0" in shown
    assert "assisted: the model cannot see" in shown


async def test_an_answer_without_an_action_is_asked_again_once(
    workbench: Workbench, pages: str
) -> None:
    looker = Looker(
        lambda looker, words: Scripted(text="I will press Save."),
        lambda looker, words: press("Save")(looker, words) if "no JSON" in words else say("wait"),
        lambda looker, words: Scripted(text="It is saved."),
        lambda looker, words: Scripted(text="It is saved, I said."),
    )
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Save it.", start_url=f"{pages}/dialogs.html")
    assert clicked(result.run_dir) == ["Save"]
    assert result.outcome is Outcome.ERROR
    assert "It is saved, I said." in result.message
    assert len(workbench.requests) == 4


async def test_a_click_without_effect_is_a_ghost(workbench: Workbench, pages: str) -> None:
    looker = Looker(press("Read more"), answer("Cannot: nothing happens."))
    agent = await workbench.agent(looker.script, architecture="som", verify="never")
    result = await agent.run("Read more.", start_url=f"{pages}/covered.html#more")
    assert result.metrics["ghost_clicks"] == 1, events(result.run_dir, "verified")
    assert "Do not repeat it" in told(workbench.requests[1])


@pytest.mark.slow
async def test_a_spare_without_eyes_goes_on_by_the_legend_and_that_is_said(
    workbench: Workbench, catalog: RunningSite
) -> None:
    first, second = (product["name"] for product in catalog.state()["products"][:2])
    asked: list[str] = []

    def answer(body: Mapping[str, Any]) -> Scripted:
        asked.append(body["model"])
        said = json.dumps(body)
        if body["model"] == "gpt-4.1-mini" and len(asked) > 1:
            return Scripted(status=401)
        if body["model"] != "gpt-4.1-mini" and "image_url" in said:
            refused = {"error": {"message": "This model does not support image input."}}
            return Scripted(status=400, body=json.dumps(refused).encode())
        done = first in said and second in said and len(asked) > 1
        action = ("done", first) if done else ("scroll_down", None)
        given = {"thought": "so", "action": action[0], "element_id": None, "text": action[1]}
        return Scripted(text=json.dumps(given))

    agent = await workbench.agent(
        answer, model="gpt-4.1-mini", architecture="som", models={"fallback": "words-only-7b"}
    )
    result = await agent.run("Name a product.", start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, first), result
    assert asked == ["gpt-4.1-mini", "gpt-4.1-mini", "words-only-7b", "words-only-7b"]
    assert result.assisted
    assert CAPTION in json.dumps(workbench.requests[-1])
