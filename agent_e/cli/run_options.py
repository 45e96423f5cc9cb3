"""The options of ``agent-e run`` that no other command has, by their panel in its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from .options import AGENT

BROWSER, LIMITS, OUTPUT, SAFETY = "Browser", "Limits", "Output", "Safety"
PERSON = "Person"

TaskWords = Annotated[
    str | None,
    typer.Argument(metavar="TASK", help="What to do, in plain words; asked for when left out."),
]
StartUrl = Annotated[str | None, typer.Option(metavar="URL", help="Page to begin on.")]
Mode = Annotated[
    Literal["autonomous", "human"] | None,
    typer.Option(
        help="With human the agent may ask you questions (default: autonomous).",
    ),
]
Answers = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="YAML or JSON with answers to what you would be asked; implies --mode human.",
        rich_help_panel=PERSON,
    ),
]
OnAsk = Annotated[
    Literal["fail", "default", "deny"] | None,
    typer.Option(
        help="What becomes of a question that nobody answers: the run ends (fail), its default "
        "is taken, or the agent is told that there is no answer (deny).",
        rich_help_panel=PERSON,
        show_default=False,
    ),
]
AskTimeout = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Longest wait for an answer (default: none; for approvals 300).",
        rich_help_panel=PERSON,
    ),
]
Review = Annotated[
    bool,
    typer.Option(
        "--review",
        help="Be shown the answer before the run ends, and send it back if it is not right; "
        "implies --mode human.",
        rich_help_panel=PERSON,
    ),
]
PlanFile = Annotated[
    Path | None,
    typer.Option(
        "--plan", metavar="FILE", help="Plan to go by: a step a line, or a YAML or JSON list."
    ),
]
PlanReview = Annotated[
    bool,
    typer.Option(
        "--plan-review",
        help="Be shown the plan first, to accept it, change it or send it back; implies "
        "--mode human.",
        rich_help_panel=PERSON,
    ),
]
OwnSkills = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="Python file with skills of your own; may be repeated."),
]
Planner = Annotated[
    Literal["auto", "always"] | None,
    typer.Option(
        help="When the planner is asked: once the navigator alone has not done the task (auto), "
        "or before anything is done (always).",
        rich_help_panel=AGENT,
    ),
]
Verify = Annotated[
    Literal["auto", "always", "never"] | None,
    typer.Option(
        help="When a model judges the answer: where something is missing from its support (auto), "
        "always or never.",
        rich_help_panel=AGENT,
    ),
]
NoProfile = Annotated[
    bool,
    typer.Option("--no-profile", help="Tell the models nothing of what agent-e profile holds."),
]
SafetyProfile = Annotated[
    Literal["strict", "balanced", "ci"] | None,
    typer.Option(
        help="What needs a person's yes: every change, what cannot be taken back (balanced), "
        "or nothing, and the latter is refused.",
        rich_help_panel=SAFETY,
        show_default=False,
    ),
]
Trust = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SITE",
        help="Host on which nothing is asked, as in --allow; may be repeated.",
        rich_help_panel=SAFETY,
    ),
]
MaxSteps = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Most model calls (default: 100).",
        rich_help_panel=LIMITS,
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Most requests to models, failed tries among them.",
        rich_help_panel=LIMITS,
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Most tokens, input and output together.",
        rich_help_panel=LIMITS,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        metavar="USD",
        help="Most money; needs a model whose price is known.",
        rich_help_panel=LIMITS,
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Longest time the run may take (default: 1800).",
        rich_help_panel=LIMITS,
    ),
]
Headed = Annotated[
    bool, typer.Option("--headed", help="Show the browser window.", rich_help_panel=BROWSER)
]
CdpUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="Attach to a browser that runs already.", rich_help_panel=BROWSER
    ),
]
UserDataDir = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Chrome's folder of profiles to use.", rich_help_panel=BROWSER
    ),
]
ProfileDirectory = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Profile inside that folder.", rich_help_panel=BROWSER),
]
SavedProfile = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Profile saved by agent-e login.", rich_help_panel=BROWSER),
]
StorageState = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Cookies and local storage to start with.", rich_help_panel=BROWSER
    ),
]
SaveStorageState = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to save them at the end.", rich_help_panel=BROWSER),
]
Viewport = Annotated[
    str | None,
    typer.Option(
        metavar="WxH",
        help="Size of the page (default: 1280x720).",
        rich_help_panel=BROWSER,
    ),
]
Locale = Annotated[
    str | None,
    typer.Option(metavar="CODE", help="Language, such as en-GB.", rich_help_panel=BROWSER),
]
Timezone = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Time zone, such as Europe/Berlin.", rich_help_panel=BROWSER),
]
UserAgent = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="User agent string to send.", rich_help_panel=BROWSER),
]
Device = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help='Device to imitate, such as "iPhone 15".', rich_help_panel=BROWSER
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        metavar="LAT,LON", help="Position told to pages that ask.", rich_help_panel=BROWSER
    ),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST",
        help="Stay on this host, such as example.org or *.example.org; may be repeated.",
        rich_help_panel=SAFETY,
    ),
]
Deny = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST", help="Never open this host; may be repeated.", rich_help_panel=SAFETY
    ),
]
AllowPrivate = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST:PORT",
        help="Open this host of this machine or its network, beside the start page's.",
        rich_help_panel=SAFETY,
    ),
]
Upload = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="File that the start page's site may have; HOST=FILE for another site.",
        rich_help_panel=SAFETY,
    ),
]
RefusedTasks = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Tasks and domains to refuse (YAML).", rich_help_panel=SAFETY
    ),
]
OutputSchema = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="JSON Schema the answer has to meet.", rich_help_panel=OUTPUT
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel=OUTPUT)
]
AsJsonl = Annotated[
    bool,
    typer.Option("--jsonl", help="Print every event as a line of JSON.", rich_help_panel=OUTPUT),
]
