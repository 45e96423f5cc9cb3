"""Every metric of a journal of ours against counts made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Journal, Measure, link

OK: dict[str, Any] = {"outcome": "success", "seconds": 12.5, "cost_usd": 0.25, "evidence": []}


def test_calls_tokens_and_time(measure: Measure) -> None:
    run = Journal("planner", "navigator", "judge")
    run.ask("planner", usage={"calls": 1, "input_tokens": 10, "output_tokens": 1}, tools=())
    run.add("subtask.started", number=1)
    run.ask(
        "navigator", usage={"input_tokens": 20, "cached_tokens": 5, "output_tokens": 2}, tools=()
    )
    run.ask(
        "navigator", usage={"input_tokens": 30, "cached_tokens": 7, "output_tokens": 3}, tools=()
    )
    run.add("subtask.started", number=2)
    run.add("loop.found", role="navigator", rule="no_change", level=1)
    run.ask("judge", tools=())
    run.add("model.retried", role="judge", call=1, reason="rate_limits", wait_s=2.0)
    run.add("model.retried", role="judge", call=1, reason="rate_limits", wait_s=4.0)
    run.add("model.retried", role="judge", call=1, reason="server_errors", wait_s=0.5)
    found = measure(run, result=OK, evidence={"peak_memory_mb": 321.0})
    assert found["steps"] == 4
    assert (found["calls_planner"], found["calls_navigator"], found["calls_other"]) == (1, 2, 1)
    assert "calls_som" not in found
    assert "calls_reactive" not in found
    assert (found["planner_rounds"], found["loops"]) == (2, 1)
    assert (found["input_tokens"], found["cached_tokens"], found["output_tokens"]) == (60, 12, 6)
    assert (found["cost_usd"], found["wall_time_s"], found["working_s"]) == (0.25, 12.5, 6.0)
    assert found["peak_memory_mb"] == 321
    retried = ("retries", "retries_rate_limit", "retries_server")
    assert [found[name] for name in retried] == [3, 2, 1]


def test_each_kind_of_attempt(measure: Measure) -> None:
    run = Journal("navigator")
    run.act("open_url", url="http://shop/")  # the harness's
    run.ask("navigator", ("get_dom", {}), fresh=True, shown="[1] [2] [3] [4]")
    run.act("click", link("A", 1))
    run.act(
        "click", link("B", 2), ghost=True, cause="No script of the page listens to a click there."
    )
    run.act("click", link("C", 3), ghost=True)
    run.act("click", link("C", 3), ghost=True)  # again
    run.act("click", link("D", 4), status="refused", error="ElementBlocked: [4] is covered by x.")
    run.act(
        "click",
        link("E", 5),
        status="refused",
        error="Missed: The click landed on [6] box, not on [5] button.",
    )
    run.act("scroll", direction="down", pages=1.0)
    run.act("wait_for", ghost=True, seconds=1)
    run.act(
        "enter_text", link("F", 6, "textbox"), ghost=True, cause="It held that already.", text="x"
    )
    run.act("click", link("G", 7), status="refused", error="ActionTimeout: too slow")
    run.act("open_url", url="http://x/", status="refused", error="ActionTimeout: too slow")
    run.act("wait_for", status="refused", error="ActionTimeout: did not come", text="z")
    run.add("action.started", action="click", target=link("H", 8), arguments={})  # killed here
    found = measure(run)
    assert found["actions"] == 13
    # A, the scroll, the wait, and the text that was there already.
    assert found["step_success"] == pytest.approx(4 / 13)
    assert found["ghost_clicks"] == 3
    assert (found["clicks_covered"], found["clicks_off_target"], found["clicks_inert"]) == (1, 1, 1)
    assert found["failed_actions"] == 6
    assert found["repeated_action_share"] == pytest.approx(1 / 13)
    assert found["scroll_wait_share"] == pytest.approx(3 / 13)
    assert found["recoveries"] == 1  # the scroll after the click that missed
    kinds = ("timeouts", "timeouts_action", "timeouts_page", "timeouts_wait")
    assert [found[name] for name in kinds] == [3, 1, 1, 1]
    # It was killed: what only an end tells is not known.
    for name in ("timeouts_run", "cost_usd", "wall_time_s", "unsupported_claims", "hallucinations"):
        assert name not in found


def test_a_retry_of_the_same_is_no_recovery(measure: Measure) -> None:
    run = Journal("navigator")
    run.ask("navigator", ("get_dom", {}), shown="[1]")
    run.act("click", link("A"), status="refused", error="ElementBlocked: [1] is disabled.")
    run.act("click", link("A"))
    run.act("click", link("B", 2), ghost=True)
    run.act("click", link("C", 3))
    assert measure(run)["recoveries"] == 1


def test_what_was_refused_before_it_began_is_of_its_kind(measure: Measure) -> None:
    run = Journal("som")
    run.ask("som", ("get_dom", {}), shown="[1]")
    covered = "[1] is covered by dialog 'Cookies'."
    run.add("skill.failed", skill="click", type="ElementBlocked", error=covered)
    run.add("skill.failed", skill="navigate", type="ActionTimeout", error="too slow")
    run.add("skill.failed", skill="scroll_down", type="ActionTimeout", error="too slow")
    found = measure(run)
    assert (found["actions"], found["failed_actions"]) == (3, 3)
    assert (found["clicks_covered"], found["ghost_clicks"]) == (1, 0)
    assert (found["timeouts_page"], found["timeouts_action"]) == (1, 1)
    assert found["scroll_wait_share"] == pytest.approx(1 / 3)


def test_the_eye_has_the_last_word(measure: Measure) -> None:
    run = Journal("som")
    run.ask("som", ("get_dom", {}), shown="[1] [2]")
    run.act("click", link("A"), ghost=True)
    run.add("verified", changed=True)
    run.act("click", link("B", 2), ghost=False)
    run.add("verified", changed=False)
    found = measure(run)
    assert (found["ghost_clicks"], found["step_success"]) == (1, 0.5)


def test_each_kind_of_invalid_answer(measure: Measure) -> None:
    run = Journal("planner", "navigator")
    run.ask("planner")  # words instead of a call: no action of its, but invalid
    run.ask("navigator", fresh=True, shown="[1] [2]")  # likewise, and an action that was tried
    run.ask("navigator", ("fly", {}), ("click", {"mmid": 1}))
    run.add("skill.failed", skill="fly", type="BadArgument", error="There is no function fly.")
    run.ask("navigator", ("click", {"mmid": "one"}))
    run.add("skill.failed", skill="click", type="BadArgument", error="mmid: not a number")
    run.ask("navigator", ("click", {"mmid": 2}))
    run.add("skill.failed", skill="click", type="ElementGone", error="There is no element [2].")
    run.ask("navigator", ("get_dom", {"view": "no"}))
    run.add("skill.failed", skill="get_dom", type="BadArgument", error="view: no such")
    run.ask("navigator", ("click", {"mmid": 1}))
    run.act("click", link("A"), status="refused", error="ElementGone: it went away")
    run.ask("planner", ("finish", {}))
    run.add("skill.failed", skill="finish", type="BadArgument", error="Name the facts.")
    found = measure(run, result=OK)
    kinds = ("invalid_parse", "invalid_tool", "invalid_arguments", "invalid_id")
    assert [found[name] for name in kinds] == [2, 1, 2, 2]
    assert found["invalid_actions"] == 7
    # fly, two clicks refused before they began, one after, and the navigator's words.
    assert found["actions"] == 5
    assert found["step_success"] == 0


def test_a_bug_in_an_action_is_one_attempt(measure: Measure) -> None:
    run = Journal("navigator")
    run.ask("navigator", ("click", {"mmid": 1}), shown="[1]")
    run.act("click", link("A"), status="broken", error="KeyError: 'x'")
    run.add("skill.failed", skill="click", type="KeyError", error="Traceback …")
    assert measure(run)["actions"] == 1


def test_what_nobody_showed(measure: Measure) -> None:
    run = Journal("planner", "navigator")
    run.ask("planner", ("finish", {}), shown="Task: go to http://Shop:80/a", fresh=True)
    run.ask("navigator", ("click", {"mmid": 7}), shown="[7] link, at http://shop/a/", fresh=True)
    run.ask(
        "navigator",
        ("click", {"mmid": 8}),  # never shown
        ("fill_form", {"fields": [{"mmid": 7, "value": "x"}, {"mmid": 9}], "submit": 99}),
        ("enter_text", {"mmid": 7, "text": "x", "submit": True}),  # presses Enter
        ("open_url", {"url": "https://shop/a"}),
        ("open_url", {"url": "http://elsewhere/"}),  # never shown
        ("som_act", {"action": "navigate", "text": "http://shop"}),
        shown="nothing new",
    )
    run.ask("navigator", ("click", {"mmid": 7}), shown="[3] button", fresh=True)  # another chat
    evidence = [{"quote": "a", "found": True}, {"quote": "b", "found": False}]
    found = measure(run, result={**OK, "evidence": evidence})
    # 8, 9, and 99, which only an example of the prompt has; 7, which this conversation never had
    assert found["hallucinated_ids"] == 4
    assert found["hallucinated_addresses"] == 1
    assert found["unsupported_claims"] == 1
    assert found["hallucinations"] == 6


def test_ids_on_a_picture_without_a_legend_cannot_be_known(measure: Measure) -> None:
    run = Journal("som")
    run.ask("som", ("som_act", {"element_id": 7}), shown="look", pictures=["image/png, 9 bytes"])
    found = measure(run, result=OK)
    assert "hallucinated_ids" not in found
    assert "hallucinations" not in found
    assert found["hallucinated_addresses"] == 0


def test_an_answer_that_rests_on_nothing_is_a_claim_without_support(measure: Measure) -> None:
    found = measure(Journal("som"), result={**OK, "outcome": "unverified"})
    assert found["unsupported_claims"] == 1
    assert "step_success" not in found
    assert "repeated_action_share" not in found
    assert found["actions"] == 0


@pytest.mark.parametrize(("seconds", "timeouts"), [(60.2, 1), (12.0, 0)])
def test_a_run_that_reached_its_time_limit(measure: Measure, seconds: float, timeouts: int) -> None:
    # The other limit is that of steps.
    found = measure(
        Journal("som"), result={**OK, "outcome": "limit", "seconds": seconds}, limit_s=60
    )
    assert (found["timeouts_run"], found["timeouts"]) == (timeouts, timeouts)


def test_the_first_step_judged_wrong_names_the_component(measure: Measure) -> None:
    run = Journal("planner")
    run.add("step.judged", step=1, component="planner", right=True, reason="")
    run.add("step.judged", step=2, component="reasoner", right=False, reason="wrong link")
    run.add("step.judged", step=3, component="actor", right=False, reason="missed")
    found = measure(run)
    names = ("failing_planner", "failing_reasoner", "failing_actor", "failing_verifier")
    assert [found[name] for name in names] == [0, 1, 0, 0]


def test_an_act_policy_of_ours(measure: Measure) -> None:
    run = Journal("reactive")
    page = {"dom_summary": [{"selector": "#a"}, {"selector": "#b"}]}
    for step, action in enumerate(
        [
            {"type": "click", "selector": "#a"},
            {"type": "click", "selector": "#no"},
            {"type": "stop"},
        ]
    ):
        run.add("act.asked", step=step, observation=page)
        run.add("act.answered", step=step, action=action)
    run.add("act.asked", step=3, observation=page)
    run.add("skill.failed", skill="act", type="ActionParseError", error="no JSON")
    found = measure(run, result=OK)
    assert found["steps_taken"] == 4
    assert found["hallucinated_ids"] == 1
    assert (found["invalid_parse"], found["actions"]) == (1, 1)
    # The policy is behind HTTP: what its model did is not known here.
    for name in ("steps", "input_tokens", "calls_reactive", "retries"):
        assert name not in found


def test_evidence_and_requests(measure: Measure) -> None:
    addresses = (
        "http://127.0.0.1:8/a",
        "http://localhost/",
        "http://shop.localhost/",
        "http://[::1]:9/",
        "data:text/html,x",
        "https://example.com/",
        "wss://127.0.0.1.example.com/",
    )
    found = measure(
        evidence={
            "answer": "4",
            "claim": "success",
            "downloads": [{"name": "a.csv", "size": 3, "sha256": "x"}],
        },
        network=[{"method": "GET", "url": address} for address in addresses],
    )
    assert found == {"answered": 1, "downloads": 1, "external_requests": 2}


@pytest.mark.parametrize(
    ("answer", "claim", "answered"),
    [
        ("4", "none", 1),
        ("I cannot", "cannot", 0),
        (None, "success", 0),
        ("", "none", 0),
        (0, "success", 1),
    ],
)
def test_what_counts_as_an_answer(
    measure: Measure, answer: object, claim: str, answered: int
) -> None:
    assert measure(evidence={"answer": answer, "claim": claim})["answered"] == answered
