"""Runs a model's function on copies of pages, each in an isolated realm.

The result is JSON, looked up in the page that it came from.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from agent_e.browser import BrowserSession
from agent_e.browser.sandbox import CodeEnded, CodeFailed, Realm, SealedPage
from agent_e.dom.render.text_fold import one_form
from agent_e.dom.worlds.scripts import plain_script
from agent_e.errors import BadArgument, SkillError
from agent_e.types import Document, PageValue, QueryAnswer

from .evidence import located, strings_of
from .instead import format_instead, format_keys, selectors_of
from .sources import Source, copied, fetched

RUN_S = 5.0
"""Longest run of the function on one page."""
WHOLE_S = 60.0
"""Time after which it is started on no further page."""
MAX_VALUE = 400_000
"""Characters of the JSON of one page."""
_STRIKES = 2
"""Pages on which code may be killed before it is run on no more."""
_FENCE = re.compile(r"\A\s*```\w*\n(.*?)\n?```\s*\Z", re.S)

_ON_PAGE = "(options, run, held, url) => (%s)(options, run, held.page, url)"
"""The page is wrapped in an object, since a JSON answer may be null."""


class Queries:
    """Answers queries for a session."""

    def __init__(
        self,
        session: BrowserSession,
        *,
        on_text: Callable[[str, str], None] = lambda text, url: None,
    ) -> None:
        """Create it; ``on_text`` is called with each page's text and address."""
        self._session = session
        self._on_text = on_text
        self._last: tuple[object, QueryAnswer] | None = None

    async def query(
        self, code: str, urls: Sequence[str], combine: str = "", *, again: bool = False
    ) -> QueryAnswer:
        """Run a function ``(doc, url) => value`` on each page, by default the open one.

        ``combine``, a function ``(values) => value``, is run on all its results. With ``again`` the
        last answer is repeated if it was to the same query. ``BadArgument`` if the code is no
        function, ``SkillError`` if the open page cannot be copied, or no code can be run here.
        """
        key = (code, tuple(urls), combine)
        if again and self._last is not None and self._last[0] == key:
            return self._last[1]
        answer = await self._answer(_bare(code), urls, _bare(combine))
        self._last = key, answer
        return answer

    async def _answer(self, code: str, urls: Sequence[str], combine: str) -> QueryAnswer:
        self._session.sealed.warm()
        sources: list[Source | SkillError] = (
            await fetched(self._session, urls) if urls else [await copied(self._session)]
        )
        work = _Work(self._session, code, sources)
        pages = await work.values()
        for page in pages:
            if page.document is not None:
                self._on_text(page.document.text, page.url)
        # A page that failed is listed under its requested address.
        asked = urls or [page.url for page in pages]
        pages = [replace(page, url=page.url or url) for page, url in zip(pages, asked, strict=True)]
        answer = QueryAnswer(pages=tuple(pages), instead=work.instead)
        return await work.combined(answer, combine) if combine else answer


class _Work:
    """One query."""

    def __init__(
        self, session: BrowserSession, code: str, sources: Sequence[Source | SkillError]
    ) -> None:
        self.instead = ""
        self._sealed = session.sealed
        self._code = code
        self._sources = sources
        self._texts: list[str] = []

    async def values(self) -> list[PageValue]:
        """Run the code on every page."""
        found: list[PageValue | None] = [
            PageValue(url="", problem=str(source)) if isinstance(source, SkillError) else None
            for source in self._sources
        ]
        until = time.monotonic() + WHOLE_S
        left = [at for at, value in enumerate(found) if value is None]
        strikes = 0
        while left and strikes < _STRIKES and time.monotonic() < until:
            async with self._sealed.page() as page:
                while left and not page.ended and time.monotonic() < until:
                    at = left.pop(0)
                    found[at] = await self._value(page, self._source(at))
                strikes += bool(page.ended)
                if not left and not page.ended:
                    await self._look_instead(page, found)
        why = "it was not run there, since it had to be ended before"
        for at in left:
            found[at] = PageValue(url=self._source(at).url, problem=why)
        return [value for value in found if value is not None]

    async def combined(self, answer: QueryAnswer, code: str) -> QueryAnswer:
        """Run ``combine`` on all available values."""
        values = [page.value for page in answer.pages if not page.problem]
        if not values:
            return answer
        async with self._sealed.page() as page:
            try:
                realm = await page.realm()
                run = await _compiled(realm, code, "combine", "(values) => value")
                value = await _run(realm, "%s", run, {"value": values})
            except (CodeEnded, CodeFailed) as error:
                return replace(answer, problem=str(error))
        texts = [one_form(text) for text in self._texts]
        nowhere = [
            each for each in strings_of(value) if not any(one_form(each) in text for text in texts)
        ]
        return replace(answer, combined=(value,), unlocated=tuple(nowhere))

    def _source(self, at: int) -> Source:
        source = self._sources[at]
        assert isinstance(source, Source), "what could not be fetched has its value already"
        return source

    async def _value(self, page: SealedPage, source: Source) -> PageValue:
        title, document = "", None
        try:
            realm = await page.realm()
            # Read before the code has had a chance to change it.
            held, parsed = await _parsed(realm, source)
            title = parsed["title"]
            document = Document(url=source.url, title=title, text=parsed["text"])
            run = await _compiled(realm, self._code, "code", "(doc, url) => value")
            given = {"objectId": held}, {"value": source.url}
            value = await _run(realm, _ON_PAGE, run, *given)
        except (CodeEnded, CodeFailed) as error:
            return PageValue(url=source.url, title=title, problem=str(error), document=document)
        beside, nowhere = located(value, document.text, source)
        if beside:
            document = replace(document, text="\n".join([document.text, *beside]))
        self._texts.append(document.text)
        return PageValue(
            url=source.url, title=title, value=value, document=document, unlocated=tuple(nowhere)
        )

    async def _look_instead(self, page: SealedPage, found: Sequence[PageValue | None]) -> None:
        """Describe the first page if the code found nothing on any page read."""
        read = [each for at, each in enumerate(found) if isinstance(self._sources[at], Source)]
        if not read or not all(each and (each.problem or each.empty) for each in read):
            return
        source = next(each for each in self._sources if isinstance(each, Source))
        try:
            if source.kind == "json":
                self.instead = format_keys(source.url, json.loads(source.text))
                return
            realm = await page.realm()
            held, _ = await _parsed(realm, source)
            asked = {"value": selectors_of(self._code)}
            look = f"(held, asked) => ({plain_script('query_missing')})(held.page, asked)"
            has = await realm.call(look, {"objectId": held}, asked, limit_s=RUN_S)
            self.instead = format_instead(source.url, has)
        except (CodeEnded, CodeFailed, ValueError, RecursionError):
            # The code's own errors were reported; this was only to help.
            return


async def _parsed(realm: Realm, source: Source) -> tuple[str, dict[str, Any]]:
    """Parse a page into a document; return the browser's id for it, its title and text."""
    given, parse = {"value": asdict(source)}, plain_script("query_parse")
    both = {"objectId": await realm.call(parse, given, limit_s=RUN_S, by_value=False)}
    parsed = await realm.call("({title, text}) => ({title, text})", both, limit_s=RUN_S)
    held = await realm.call("({page}) => ({page})", both, limit_s=RUN_S, by_value=False)
    return held, parsed


async def _compiled(realm: Realm, code: str, name: str, form: str) -> str:
    none = f"{name} is no JavaScript function"
    try:
        run = await realm.value(f"({code}\n)", limit_s=RUN_S)
    except CodeFailed as error:
        raise BadArgument(f"{none}: {error}. Write it as {form}.") from error
    if not run:
        raise BadArgument(f"{none}. Write it as {form}.")
    return run


async def _run(realm: Realm, wrapped: str, run: str, *given: dict[str, Any]) -> Any:
    """Run a function and return its value as JSON; ``wrapped`` unpacks its arguments."""
    call = wrapped % plain_script("query_run")
    most = {"value": {"MOST": MAX_VALUE}}
    answer = await realm.call(call, most, {"objectId": run}, *given, limit_s=RUN_S)
    # The code may have broken what our own function relies on.
    answer = answer if isinstance(answer, dict) else {}
    text = answer.get("json")
    if not isinstance(text, str) or len(text) > MAX_VALUE:
        size = answer.get("characters", "too many")
        raise CodeFailed(f"its value has {size} characters, {MAX_VALUE} at most are taken")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CodeFailed("its value cannot be written as JSON") from error


def _bare(code: str) -> str:
    """Code without the wrapping that models add."""
    fenced = _FENCE.match(code)
    return (fenced[1] if fenced else code).strip().rstrip(";").rstrip()
