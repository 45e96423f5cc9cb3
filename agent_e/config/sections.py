"""All settings, and their bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_serializer, model_validator

from .flags import Flag, parse_geolocation, parse_grounder, parse_viewport

_OPTIONS = "Options"
_VIEWPORT = Flag(
    "WxH", name="viewport", help="Size of the page (default: 1280x720).", parse=parse_viewport
)


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Geolocation(_Section):
    """Where the browser says it is."""

    latitude: float = Field(ge=-90, le=90)
    """Degrees north."""
    longitude: float = Field(ge=-180, le=180)
    """Degrees east."""


class BrowserSettings(_Section):
    """The browser and its one context per run."""

    headed: Annotated[bool, Flag()] = False
    """Show the browser window."""
    executable: Path | None = None
    """Chromium to use instead of the one found."""
    cdp_url: Annotated[str | None, Flag("URL")] = None
    """Attach to a browser that runs already."""
    cdp_tab: Annotated[str | None, Flag("TEXT")] = Field(default=None, min_length=1)
    """Work in a tab that is open there, named by a part of its address or title."""
    user_data_dir: Annotated[Path | None, Flag("DIR")] = None
    """Chrome's folder of profiles to use."""
    profile_directory: Annotated[str | None, Flag("NAME")] = None
    """Profile inside that folder."""
    profile: Annotated[str | None, Flag("NAME")] = None
    """Profile saved by agent-e login."""
    proxy: Annotated[
        bool, Flag(name="no-proxy", help="Let the browser connect without agent-e's proxy.")
    ] = True
    """Put a proxy of agent-e's own between the browser and the network, which refuses private
    addresses whoever asks for them."""
    storage_state: Annotated[Path | None, Flag("FILE")] = None
    """Cookies and local storage to start with."""
    save_storage_state: Annotated[Path | None, Flag("FILE")] = None
    """Where to save them at the end."""
    viewport_width: Annotated[int, _VIEWPORT] = Field(default=1280, ge=200, le=7680)
    """CSS pixels."""
    viewport_height: int = Field(default=720, ge=200, le=4320)
    """CSS pixels."""
    locale: Annotated[str | None, Flag("CODE")] = None
    """Language, such as en-GB."""
    timezone: Annotated[str | None, Flag("NAME")] = None
    """Time zone, such as Europe/Berlin."""
    user_agent: Annotated[str | None, Flag("TEXT")] = None
    """User agent string to send."""
    headers: Annotated[tuple[str, ...], Flag("HEADER", name="header")] = Field(
        default=(), repr=False
    )
    """Header 'Name: value' for requests to the start page's site and hosts of --allow; may be
    repeated."""
    device: Annotated[str | None, Flag("NAME")] = None
    """Device to imitate, such as "iPhone 15"."""
    geolocation: Annotated[
        Geolocation | None, Flag("LAT,LON", "geolocation", parse=parse_geolocation)
    ] = None
    """Position reported to pages that ask."""
    navigation_timeout_s: float = Field(default=30, gt=0)
    """Longest wait for a page to answer."""
    action_timeout_s: float = Field(default=10, gt=0)
    """Longest time one action may take before it is reported as stuck."""
    max_memory_mb: int = Field(default=4096, ge=0)
    """Memory the browser may take, MB; then the page that takes most is closed. 0 is no limit."""
    typing_delay_ms: float = Field(default=0, ge=0, le=1000)
    """Pause after each key when text is entered; 0 puts in a text at once."""

    @field_serializer("headers", when_used="json")
    def _without_values(self, headers: tuple[str, ...]) -> tuple[str, ...]:
        # The value of any other header may be a secret itself.
        return tuple(each for each in headers if "{secret:" in each.lower())


class DomSettings(_Section):
    """What is read from a page."""

    budget_characters: int = Field(default=8_000, ge=500)
    """Longest text of one observation; the rest is counted and can be asked for."""
    write_attribute: str = Field(default="", pattern=r"^([a-z][a-z0-9-]*)?$")
    """Attribute that numbers of elements are written to as well, for people; the page sees it."""
    change_budget_characters: int = Field(default=1_500, ge=200)
    """Longest description of what one action did, unless a page was replaced."""
    settle: Literal["events", "html_stable"] = "events"
    """How to wait after an action: by what the page does, or until its HTML keeps its size."""


class VisionSettings(_Section):
    """Pictures of pages, for models that see."""

    long_edge: int = Field(default=1568, ge=256, le=4096)
    """Longer side of a picture as the model gets it, pixels; never more than the page has, nor
    than the model's row takes."""
    quality: int = Field(default=70, ge=10, le=95)
    """Of pictures that are sent as JPEG."""
    max_marks: int = Field(default=100, ge=1, le=500)
    """Numbers on one picture; more cannot be read."""
    font_size: int = Field(default=13, ge=8, le=40)
    """Of those numbers, pixels of the picture."""
    marks: Literal["hit", "selectors"] = "hit"
    """What gets a number: what a click would reach, or what the seed's selectors name."""
    min_size: float = Field(default=0, ge=0)
    """What gets a number is larger than this on both sides, CSS pixels."""


class SomSettings(_Section):
    """The Set-of-Mark architecture; see configs/som.yaml for its presets."""

    scroll_px: float = Field(default=500, ge=0)
    """How far one scroll goes, CSS pixels; 0 is a screen."""
    wait_s: float = Field(default=0, ge=0)
    """How long its wait waits; 0 is until the page is calm."""
    settle_s: float = Field(default=0, ge=0)
    """Pause after each action before it is judged; 0 is until the page is calm."""
    verify: Literal["tiles", "mean"] = "tiles"
    """How an action's effect is seen: by parts of the picture, or by its mean."""
    window: int = Field(default=3, ge=1)
    """Steps sent in full besides the newest."""
    older_characters: int = Field(default=200, ge=20)
    """Characters of each action of an older step."""
    budget_tokens: int = Field(default=100_000, ge=4_000)
    """What one request never exceeds."""
    max_steps: int = Field(default=15, ge=1)
    """Replies of a run that may act; one more follows to answer in."""


class ReactiveSettings(_Section):
    """The reactive architecture: a stateless policy, asked again at each step."""

    max_steps: int = Field(default=20, ge=1)
    """Steps of a run."""
    max_elements: int = Field(default=50, ge=1, le=50)
    """Elements of the page sent to it."""
    agent_url: str | None = None
    """Address of an agent to ask instead of a model, such as http://127.0.0.1:9000/act."""
    agent_timeout_s: float = Field(default=60, gt=0)
    """Longest wait for one answer of it."""


class JournalSettings(_Section):
    """What a run leaves behind."""

    screenshots: Literal["none", "steps"] = "steps"
    """Keep a picture of the page from before every action, and of the end."""


class SafetySettings(_Section):
    """What a run may do, and what it asks about; no model can change it."""

    profile: Annotated[Literal["strict", "balanced", "ci"], Flag(name="safety")] = "balanced"
    """What needs a person's yes: every change, what cannot be taken back (balanced), or nothing,
    and the latter is refused."""
    trust: Annotated[tuple[str, ...], Flag("SITE")] = ()
    """Host on which everything passes, orders and deletions too; better --may ACT --on HOST."""
    may: Annotated[tuple[str, ...], Flag("ACT")] = ()
    """Act that is done without asking, as in sign-in,send or 'order<=50 EUR'; may be repeated."""
    on: Annotated[tuple[str, ...], Flag("HOST")] = ()
    """Where --may holds, by default on the sites of the task; may be repeated."""
    model: Annotated[str | None, Flag("PROVIDER:MODEL", name="safety-model")] = None
    """Model that tells what an act would do where the rules cannot; by default the planner's."""
    approval_timeout_s: float = Field(default=300, gt=0)
    """Longest wait for an approval; no answer is a no."""
    allow: Annotated[tuple[str, ...], Flag("HOST")] = ()
    """Stay on this host, such as example.org or *.example.org; may be repeated."""
    deny: Annotated[tuple[str, ...], Flag("HOST")] = ()
    """Never open this host; may be repeated."""
    load: Annotated[tuple[str, ...], Flag("HOST")] = ()
    """Load pictures, scripts and the like from this host and those of --allow only; may be
    repeated."""
    act_on: Annotated[tuple[str, ...], Flag("HOST")] = ()
    """Change something on this host only, and just read all others; may be repeated."""
    allow_private: Annotated[tuple[str, ...], Flag("HOST:PORT")] = ()
    """Open this host of this machine or its network, beside the start page's."""
    lookup: bool = True
    """Look up names, so that none with a private address is opened; off behind some proxies."""

    detector: bool = False
    """Count weak signs that a page speaks to an agent too; they only make more be asked."""

    uploads: Annotated[tuple[str, ...], Flag("FILE", name="upload")] = ()
    """File that the start page's site may have; HOST=FILE for another site."""
    max_download_mb: float = Field(default=100, gt=0)
    """Megabytes of one file that a page sends."""
    max_downloads_mb: float = Field(default=500, gt=0)
    """Megabytes of all files of a run."""
    max_downloads: int = Field(default=50, ge=0)
    """Files of a run."""
    saved_logins: bool = True
    """Sign in on the task's sites with what the vault holds for them without asking."""
    keep_task: Annotated[bool, Flag()] = False
    """Leave passwords, codes and keys in the task as they are, for tasks about such things."""
    refused_tasks: Annotated[Path | None, Flag("FILE")] = None
    """Tasks and domains to refuse (YAML)."""

    def trusting(self, urls: Iterable[str]) -> SafetySettings:
        """Return these settings with the sites of some addresses trusted as well."""
        return self._with_hosts("trust", urls)

    def granting(self, urls: Iterable[str]) -> SafetySettings:
        """Return these settings with the hosts and ports of some addresses allowed as well."""
        return self._with_hosts("allow_private", urls)

    def staying_on(self, urls: Iterable[str]) -> SafetySettings:
        """Return these settings with the hosts and ports of some addresses among those allowed."""
        return self._with_hosts("allow", urls)

    def _with_hosts(self, name: str, urls: Iterable[str]) -> SafetySettings:
        hosts = (urlsplit(url).netloc for url in urls)
        return self.model_copy(update={name: (*getattr(self, name), *hosts)})


class LimitSettings(_Section):
    """How much one run may use, and one sub-task of it."""

    max_steps: Annotated[int, Flag("N")] = Field(default=100, ge=1)
    """Most model calls."""
    planner_steps: int = Field(default=25, ge=1)
    """Model calls of the planner."""
    navigator_steps: int = Field(default=20, ge=1)
    """Model calls in one sub-task."""
    seconds: Annotated[float, Flag("SECONDS", name="timeout")] = Field(default=1800, gt=0)
    """Longest time the run may take."""
    max_calls: Annotated[int | None, Flag("N")] = Field(default=None, ge=1)
    """Most requests to models, failed tries among them."""
    max_tokens: Annotated[int | None, Flag("N")] = Field(default=None, ge=1)
    """Most tokens, input and output together."""
    max_cost: Annotated[float | None, Flag("USD")] = Field(default=None, gt=0)
    """Most money; needs a model whose price is known."""
    navigator_calls: int | None = Field(default=None, ge=1)
    """Requests to models in one sub-task."""
    navigator_tokens: int | None = Field(default=None, ge=1)
    """Tokens of one sub-task."""
    navigator_cost: float | None = Field(default=None, gt=0)
    """US dollars for one sub-task."""
    navigator_seconds: float | None = Field(default=None, gt=0)
    """Wall time of one sub-task."""


class HumanSettings(_Section):
    """Asking the person, in human mode."""

    on_ask: Annotated[Literal["fail", "default", "deny"], Flag()] = "fail"
    """What becomes of a question that nobody answers: the run ends (fail), its default is taken, or
    the agent is told that there is no answer (deny)."""
    deadline_s: Annotated[float | None, Flag("SECONDS", name="ask-timeout")] = Field(
        default=None, gt=0
    )
    """Longest wait for an answer (default: none; for approvals 300)."""
    answers: Annotated[Path | None, Flag("FILE")] = None
    """YAML or JSON with answers to what you would be asked; implies --mode human."""
    review: Annotated[bool, Flag()] = False
    """Be shown the answer before the run ends, and send it back if it is not right; implies --mode
    human."""
    plan_review: Annotated[bool, Flag()] = False
    """Be shown the plan first, to accept it, change it or send it back; implies --mode human."""
    take_over_s: float = Field(default=900, gt=0)
    """How long a window that was taken over is one person's; the run waits on after that."""


class ContextSettings(_Section):
    """The length at which a conversation with a model is shortened."""

    budget_tokens: int = Field(default=32_000, ge=4_000)
    """Limit of one request of planner or navigator, by our estimate."""


class LoopSettings(_Section):
    """Loop detection."""

    enabled: bool = True
    """Watch for loops, tell of them, refuse what was tried, and end them."""
    give_up_after: int = Field(default=3, ge=2)
    """Loops found in a row, without an escape between them, that end a run."""


class ModelSettings(_Section):
    """How models are called."""

    fallback: Annotated[str | None, Flag("NAME", name="fallback-model")] = None
    """Model that takes over when the first one fails for good."""
    fallback_base_url: str | None = None
    """The endpoint of that one; left out, base_url is where it speaks the same protocol."""
    base_url: Annotated[str | None, Flag("URL")] = None
    """Endpoint to use instead of the provider's own."""
    timeout_s: float = Field(default=120, gt=0)
    """Longest wait for one reply."""
    attempts: int = Field(default=4, ge=1)
    """Tries for one call when the provider is overloaded or unreachable."""
    first_retry_wait_s: float = Field(default=0.5, ge=0)
    """Wait before the second try, doubled at each further one, unless the provider names one."""
    max_retry_wait_s: float = Field(default=30, ge=0)
    """Longest wait before another try, whatever the provider asks for."""
    temperature: float | None = None
    """Sent only when set: many models refuse it."""
    max_output_tokens: int | None = Field(default=None, ge=1)
    """Longest reply, thinking included; sent only when set, except to Anthropic (16,000)."""


class WebsightSettings(_Section):
    """The websight architecture: vision only, in four roles."""

    max_steps: int = Field(default=30, ge=1)
    """Steps of a run: answers of the reasoner."""
    memory: int = Field(default=20, ge=4)
    """Steps that are remembered; what falls out leaves its facts."""
    wait_s: float = Field(default=5, ge=0)
    """How long its wait waits."""
    language: str = "English"
    """Of the actor's thoughts."""


class LinkSettings(_Section):
    """The link architecture: pictures of whole pages, clicks by words."""

    role: str = "AI"
    """What the prompt says the model is."""
    search_url: str = "https://www.google.com/search?q="
    """Where it begins when the task names no address; the words to look for follow."""
    max_height: int = Field(default=8_000, ge=400, le=16_000)
    """Of the picture of a page, CSS pixels; what is below is left out."""
    max_steps: int = Field(default=20, ge=1)
    """Model calls of a run."""


class GrounderSettings(_Section):
    """What finds things on a screenshot by words, for visual_click and the actor of websight."""

    model: Annotated[str | None, Flag("NAME[@URL]", name="grounder", parse=parse_grounder)] = None
    """Lets the agent click what it describes: by a model that finds it on screenshots, at an
    endpoint of its own, or by names, ocr or small, which need none."""
    base_url: str | None = None
    """Its endpoint; left out, that of the other models."""


class Settings(_Section):
    """Everything that can be set."""

    architecture: Annotated[str, Flag("NAME")] = "hierarchical"
    """How the agent is put together: hierarchical (the default), som, websight, link or
    reactive."""
    preset: Annotated[str, Flag("NAME")] = "default"
    """Settings of the architecture's own, such as seed."""
    model: Annotated[str | None, Flag("NAME")] = None
    """Model, as provider:model, or offline."""
    planner: Annotated[Literal["auto", "always"], Flag()] = "auto"
    """When the planner is asked: once the navigator alone has not done the task (auto), or before
    anything is done (always)."""
    planner_model: Annotated[str | None, Flag("NAME")] = None
    """Another model for the planner."""
    verifier_model: str | None = None
    """Another model for judging answers; by default the planner's."""
    verify: Annotated[Literal["auto", "always", "never"], Flag()] = "auto"
    """When a model judges the answer: where something is missing from its support (auto), always or
    never."""
    about_me: Annotated[
        bool,
        Flag(
            name="no-about-me",
            panel=_OPTIONS,
            help="Tell the models nothing of what agent-e about-me holds.",
        ),
    ] = True
    """Tell the models what fits a task of what you keep in `agent-e about-me`."""
    mode: Annotated[Literal["autonomous", "human"], Flag(panel=_OPTIONS)] = "autonomous"
    """With human the agent may ask you questions (default: autonomous)."""
    human: HumanSettings = HumanSettings()
    """Asking you."""
    runs_dir: Annotated[Path, Flag("DIR", name="out", panel=_OPTIONS)] = Path("runs")
    """Folder of the run folders."""
    notify: Annotated[str | None, Flag("URL", panel=_OPTIONS)] = Field(
        default=None, pattern=r"^https?://\S+$", exclude=True
    )
    """Address that questions and the end of a run are posted to, as JSON."""
    skills: Annotated[tuple[Path, ...], Flag("FILE", panel=_OPTIONS)] = ()
    """Python file with skills of your own; may be repeated."""
    mcp: Annotated[Path | None, Flag("FILE", panel=_OPTIONS)] = None
    """MCP servers whose tools the agent may use as well (JSON with mcpServers)."""
    browser: BrowserSettings = BrowserSettings()
    """The browser."""
    dom: DomSettings = DomSettings()
    """Reading pages."""
    vision: VisionSettings = VisionSettings()
    """Pictures of pages."""
    som: SomSettings = SomSettings()
    """The Set-of-Mark architecture."""
    reactive: ReactiveSettings = ReactiveSettings()
    """The reactive architecture."""
    websight: WebsightSettings = WebsightSettings()
    """The websight architecture."""
    link: LinkSettings = LinkSettings()
    """The link architecture."""
    grounder: GrounderSettings = GrounderSettings()
    """Finding things on screenshots."""
    journal: JournalSettings = JournalSettings()
    """The journal."""
    safety: SafetySettings = SafetySettings()
    """Safety."""
    limits: LimitSettings = LimitSettings()
    """Limits of one run."""
    context: ContextSettings = ContextSettings()
    """Length of conversations."""
    loops: LoopSettings = LoopSettings()
    """Loop detection."""
    models: ModelSettings = ModelSettings()
    """Calling models."""

    @model_validator(mode="before")
    @classmethod
    def _with_person(cls, values: Any) -> Any:
        human = values.get("human") if isinstance(values, Mapping) else None
        wants = isinstance(human, Mapping) and (human.get("answers") or human.get("review"))
        if not wants or values.get("mode") is not None:
            return values
        return {**values, "mode": "human"}
