"""The actions of ``som`` on a page: each tells by the page's own words that it came about."""

from __future__ import annotations

import pytest
import pytest_asyncio

from agent_e.errors import BadArgument
from agent_e.skills.som_act import SomAction, SomRules, act, look

from .room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """
<button id=pad style="width:200px;height:100px">Pad</button>
<div id=box draggable=true style="width:90px">Box</div>
<button id=bin style="width:90px;height:60px">Bin</button>
<label>Name <input id=name></label>
<div tabindex=0 role=group aria-label=Scroller style="height:40px;overflow:auto;width:120px">
<p>one</p><p>two</p><button>Deep</button></div>
<p>Some words to select</p><select aria-label=Kind><option>Tea<option>Milk</select>
<output id=said></output>
<script>{
  const say = (words) => (document.getElementById("said").textContent = words);
  const pad = document.getElementById("pad");
  for (const kind of ["dblclick", "contextmenu", "mouseenter"]) pad.addEventListener(kind, () => say(kind));
  pad.addEventListener("click", (e) => say(`click ${Math.round(e.offsetX / 20)} ${Math.round(e.offsetY / 10)}`));
  for (const kind of ["pointerdown", "pointerup"])
    pad.addEventListener(kind, (e) => (pad.dataset[kind] = `${Math.round(e.offsetX / 20)} ${Math.round(e.offsetY / 10)}`));
  const bin = document.getElementById("bin");
  bin.addEventListener("dragover", (e) => e.preventDefault());
  bin.addEventListener("drop", () => say("dropped"));
  document.getElementById("name").addEventListener("keydown", (e) => say(`key ${e.key}`));
  document.addEventListener("selectionchange", () => {
    if (String(getSelection())) say(`selected ${getSelection()}`);
  });
}</script>"""  # noqa: E501


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(chromium, tmp_path_factory):
    async with room(chromium, tmp_path_factory.mktemp("som"), ()) as here:
        yield here


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room):
    await opened.write(PAGE)
    return opened


ACTED: dict[str, tuple[SomAction, str, str, str]] = {
    "place": ("click", "Pad", "30% 80%", "click 3 8"),
    "double": ("double_click", "Pad", "", "dblclick"),
    "right": ("right_click", "Pad", "", "contextmenu"),
    "hover": ("hover", "Pad", "", "mouseenter"),
    "key": ("press_key", "Name", "ArrowUp", "key ArrowUp"),
    "enter": ("press_enter", "Name", "", "key Enter"),
    "select": ("select_text", "", "Some … to select", "selected Some words to select"),
}


@pytest.mark.parametrize("case", ACTED)
async def test_an_action_comes_about(here: Room, case: str):
    action, name, text, said = ACTED[case]
    element = await here.mmid(name) if name else None
    await act(here.context, SomRules(), action, element, text)
    assert await here.script("document.getElementById('said').textContent") == said


LISTS = """<textarea role=combobox aria-label=Search rows=1></textarea>
<div role=combobox contenteditable=true aria-label=To style="width:150px;height:20px"></div>
<div id=fruit role=combobox tabindex=0 aria-label=Fruit aria-expanded=false>Pick</div><script>
fruit.onclick = () => {
  document.body.insertAdjacentHTML("beforeend", "<ul role=listbox><li role=option>Pear<li role=option>Plum</ul>");
  for (const option of document.querySelectorAll("[role=option]"))
    option.onclick = () => { fruit.textContent = option.textContent; option.parentElement.remove(); };
};</script>"""  # noqa: E501


@pytest.mark.parametrize(("name", "text"), [("Search", "tea"), ("To", "Ann"), ("Fruit", "Plum")])
async def test_a_list_is_chosen_from_and_a_field_that_has_one_is_typed_into(
    here: Room, name: str, text: str
):
    await here.write(LISTS)
    await act(here.context, SomRules(), "type", await here.mmid(name), text)
    holder = f"document.querySelector('[aria-label={name}]')"
    assert await here.script(f"{holder}.value ?? {holder}.textContent") == text


async def test_something_is_dragged_to_another_element(here: Room):
    goal = await here.mmid("Bin")
    await act(here.context, SomRules(), "drag", await here.mmid("Box"), str(goal))
    assert await here.script("document.getElementById('said').textContent") == "dropped"


async def test_a_line_is_drawn_from_one_place_of_an_element_to_another(here: Room):
    pad = await here.mmid("Pad")
    await act(here.context, SomRules(), "drag", pad, f"20% 10% to {pad} 20% 90%")
    drawn = "[pad.dataset.pointerdown, pad.dataset.pointerup]"
    assert await here.script(drawn) == ["2 1", "2 9"]


async def test_a_part_of_the_page_is_scrolled(here: Room):
    await act(here.context, SomRules(scroll_px=30), "scroll_down", await here.mmid("Deep"), "")
    assert await here.script("document.querySelector('[role=group]').scrollTop") > 0


async def test_what_drops_down_is_refused_with_its_options_and_without_ids(here: Room):
    with pytest.raises(BadArgument, match=r"^combobox 'Kind' drops .*: 'Tea', 'Milk'\.$"):
        await act(here.context, SomRules(), "click", await here.mmid("Kind"), "")


async def test_a_look_says_which_number_is_which_element(here: Room):
    seen = await look(here.context, SomRules(), counted=True)
    assert seen.numbers is not None
    assert list(seen.numbers) == list(range(1, len(seen.numbers) + 1))
    assert seen.numbers[1] == await here.mmid("Pad")
    assert "combobox 'Kind' value='Tea' options: Tea, Milk" in seen.result.view
    assert (await look(here.context, SomRules())).numbers is None
    blind = await look(here.context, SomRules(show="outline"), counted=True)
    assert (blind.numbers, blind.result.pictures) == (None, ())
