from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,  # a sample of the widgets stands in for all of them
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_codemirror_5_takes_a_text(model: Model):
    await model.open("codemirror5", "let a = 1;")
    code = model.id("clickable", "let a = 1;")
    await model.do("enter_text", mmid=code, text="let b = 2;\nlet c = 3;")
    await model.check("editor.getValue()", "let b = 2;\nlet c = 3;")


async def test_codemirror_6_takes_a_text(model: Model):
    await model.open("codemirror6", "select 1")
    query = model.id("textbox", "Query")
    await model.do("enter_text", mmid=query, text="select 2\nfrom t")
    await model.check("editor.state.doc.toString()", "select 2\nfrom t")


async def test_codemirror_6_takes_what_was_undone_back(model: Model):
    await model.open("codemirror6", "select 1")
    query = model.id("textbox", "Query")
    await model.do("enter_text", mmid=query, text="select 2")
    await model.do("press_key", key="ControlOrMeta+z", mmid=query)
    await model.check("editor.state.doc.toString()", "select 1")


async def test_tinymce_takes_a_text(model: Model):
    await model.open("tinymce", "Paragraph")
    letter = model.id("textbox", "Rich Text Area")
    await model.do("enter_text", mmid=letter, text="Dear Bo,")
    await model.check("tinymce.activeEditor.getContent()", "<p>Dear Bo,</p>")


async def test_tinymce_makes_paragraphs_of_a_text_that_has_some(model: Model):
    await model.open("tinymce", "Paragraph")
    letter = model.id("textbox", "Rich Text Area")
    await model.do("enter_text", mmid=letter, text="Dear Bo,\n\nit rained.\nOf course.")
    await model.check(
        "tinymce.activeEditor.getContent()", "<p>Dear Bo,</p>\n<p>it rained.<br>Of course.</p>"
    )


async def test_tinymce_formats_by_its_buttons_and_menus(model: Model):
    await model.open("tinymce", "Paragraph")
    letter = model.id("textbox", "Rich Text Area")
    await model.do("enter_text", mmid=letter, text="Dear Bo,")
    await model.do("press_key", key="ControlOrMeta+a", mmid=letter)
    await model.do("click", mmid=model.id("button", "Italic"))
    await model.check("tinymce.activeEditor.getContent()", "<p><em>Dear Bo,</em></p>")
    await model.do("click", mmid=model.id("button", "Block Paragraph"))
    await model.do("click", mmid=model.id("menuitemcheckbox", "Heading 2"))
    await model.check("tinymce.activeEditor.getContent()", "<h2><em>Dear Bo,</em></h2>")
