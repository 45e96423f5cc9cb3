"""WebArena's rows keep their sites, accounts, clusters and checks, in either of its editions."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.evaluators.table import EVALUATORS, js_expressions
from agent_e.benchmarks.suites import webarena, webarena_verified
from agent_e.benchmarks.tasks.lint import lint
from agent_e.benchmarks.tasks.record import BenchTask, SiteUse


def row(types: list[str], **more: Any) -> dict[str, Any]:
    judged = {
        "eval_types": types,
        "reference_answers": None,
        "reference_url": "",
        "program_html": [],
        **more.pop("eval", {}),
    }
    return {
        "task_id": 5,
        "sites": ["gitlab"],
        "storage_state": "./.auth/gitlab_state.json",
        "start_url": "__GITLAB__/a/b",
        "intent": "Do it.",
        "intent_template_id": 7,
        "instantiation_dict": {"n": 1},
        "eval": judged,
        **more,
    }


def task(types: list[str], **more: Any) -> BenchTask:
    (made,) = webarena.make_tasks([row(types, **more)])
    assert lint([made], known_sites={"gitlab", "reddit", "map"}) == []
    return made


def checks(made: BenchTask) -> list[dict[str, Any]]:
    return [spec.model_dump(exclude={"weight", "required"}) for spec in made.evaluators]


def test_a_task_has_its_site_account_and_cluster() -> None:
    made = task(["string_match"], eval={"reference_answers": {"exact_match": "12"}})
    assert (made.id, made.start_url, made.login) == ("5", "{gitlab}/a/b", "gitlab")
    assert made.sites == (SiteUse(name="gitlab"),)
    assert (made.template_id, made.params, made.mutating) == ("7", {"n": 1}, False)
    assert checks(made) == [{"type": "webarena_answer", "exact": "12"}]


def test_pages_that_nothing_else_names_are_named_in_the_task() -> None:
    made = task(
        ["string_match"],
        sites=["gitlab", "reddit"],
        start_url="__GITLAB__/a |AND| __GITLAB__/b",
        eval={"reference_answers": {"must_include": ["x"], "fuzzy_match": ["y", "z"]}},
    )
    assert made.start_url == "{gitlab}/a"
    assert made.intent == "Do it.\n(Also open: {gitlab}/b, {reddit}/)"
    assert checks(made) == [{"type": "webarena_answer", "includes": ["x"], "same": ["y", "z"]}]


def test_what_cannot_be_done_is_right_when_said() -> None:
    answers = {"fuzzy_match": "N/A"}
    made = task(["string_match"], eval={"reference_answers": answers, "string_note": "No such."})
    assert not made.feasible
    assert made.reference.notice == "No such."
    assert checks(made) == [{"type": "status", "claim": "cannot"}]


def test_addresses_are_compared_by_site_path_and_parameters() -> None:
    made = task(
        ["url_match"],
        eval={"reference_url": "__GITLAB__/x/?sort=new&state=open |OR| __REDDIT__"},
        sites=["gitlab", "reddit"],
    )
    query = {"sort": "new", "state": "open"}
    assert checks(made) == [
        {
            "type": "url",
            "any_of": [
                {"host": "{gitlab}", "path_contains": "/x", "query": query},
                {"host": "{reddit}"},
            ],
        }
    ]


def test_pages_are_looked_at_by_their_locators() -> None:
    role = "func:gitlab_get_project_memeber_role(__page__, 'some-one')"
    looks = [
        {"url": "__GITLAB__/p", "locator": role, "required_contents": {"must_include": ["Guest"]}},
        {"url": "last", "locator": "document.title", "required_contents": {"exact_match": ""},
         "prep_actions": ["open()"]},
        {"url": "func:reddit_get_post_url('__last_url__')", "locator": "",
         "required_contents": {"must_include": ["a |OR| b"]}},
        {"url": "func:shopping_get_latest_order_url()", "locator": "document.body.innerText",
         "required_contents": {"must_include": ["a"]}},
    ]  # fmt: skip
    made = task(["program_html"], eval={"program_html": looks})
    assert made.mutating
    member, last, post, helper = checks(made)
    assert "'@some-one'" in member["locator"]
    assert last == {
        "type": "webarena_page",
        "url": "last",
        "locator": "document.title",
        "prepare": ["open()"],
        "exact": "",
    }
    assert (post["url"], post["includes"]) == ("last:post", ["a |OR| b"])
    assert helper["url"] == "func:shopping_get_latest_order_url()"
    # What only WebArena's own program can do is not asked of the browser.
    assert [url for url, _ in js_expressions(made).values()] == ["{gitlab}/p", "last", "last:post"]


@pytest.mark.parametrize("status", ["SUCCESS", "NOT_FOUND_ERROR"])
def test_the_audited_edition_asks_for_json_and_is_judged_by_its_authors(status: str) -> None:
    given = {
        "task_id": 8,
        "revision": 2,
        "sites": ["gitlab"],
        "start_urls": ["__GITLAB__"],
        "intent": "Count.",
        "intent_template_id": 3,
        "instantiation_dict": {},
        "eval": [{"expected": {"task_type": "retrieve", "status": status, "retrieved_data": None}}],
    }
    (made,) = webarena_verified.make_tasks([given])
    assert lint([made], known_sites={"gitlab"}) == []
    assert (made.id, made.revision, made.cluster, made.feasible) == ("8", 2, "3", True)
    assert made.tags["status"] == status
    assert made.answer_schema == webarena_verified.ANSWER
    assert checks(made) == [{"type": "webarena_verified", "task": 8}]
    assert EVALUATORS["webarena_verified"].check(made.evaluators[0]) == []
