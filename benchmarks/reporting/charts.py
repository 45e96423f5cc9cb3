"""Small charts for reports, as inline SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from markupsafe import Markup

from agent_e.benchmarks.summary import Rate

from .story import Step

_BINS = 28
_WIDTH, _HEIGHT, _FOOT = 420, 120, 18
_WIDE, _TALL = 1100, 190


def histogram(
    good: Sequence[float], bad: Sequence[float], words: Callable[[float], str]
) -> Markup | None:
    """Draw a histogram, successes below failures; ``None`` without values.

    Args:
        good: values of successes.
        bad: values of all others.
        words: formats a value for the axis.
    """
    every = sorted([*good, *bad])
    if not every or every[-1] <= 0:
        return None
    # Outliers must not press all others into one bar.
    top = every[min(len(every) - 1, math.ceil(0.98 * len(every)))] or every[-1]
    low, high = _binned(good, top), _binned(bad, top)
    tallest = max(a + b for a, b in zip(low, high, strict=True))
    step, room = _WIDTH / _BINS, _HEIGHT - _FOOT - 4
    bars = []
    for number, (a, b) in enumerate(zip(low, high, strict=True)):
        x, tall, over = number * step, room * a / tallest, room * b / tallest
        base = _HEIGHT - _FOOT
        if a:
            bars.append(_rect("", x, base - tall, step - 1, tall))
        if b:
            bars.append(_rect("miss", x, base - tall - over, step - 1, over))
    more = "" if top >= every[-1] else f" and up to {words(every[-1])}"
    label = f"{words(every[0])} to {words(every[-1])}, median {words(every[len(every) // 2])}"
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"><line x1="0" x2="{}" '
        'y1="{}" y2="{}"/>{}<text x="0" y="{}">0</text><text x="{}" y="{}" '
        'text-anchor="end">{}{}</text></svg>'
    ).format(
        _WIDTH,
        _HEIGHT,
        label,
        _WIDTH,
        _HEIGHT - _FOOT,
        _HEIGHT - _FOOT,
        Markup("").join(bars),
        _HEIGHT - 4,
        _WIDTH,
        _HEIGHT - 4,
        words(top),
        more,
    )


def _binned(values: Sequence[float], top: float) -> list[int]:
    counts = [0] * _BINS
    for value in values:
        counts[min(_BINS - 1, int(value / top * _BINS))] += 1
    return counts


def _rect(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>').format(
        kind, x, y, width, height
    )


def context_chart(steps: Sequence[Step]) -> Markup | None:
    """Draw the tokens of each model call by role, cached ones filled; from two calls on.

    A call before which the conversation was shortened is marked.
    """
    most = max((step.context for step in steps), default=0)
    if len(steps) < 2 or not most:
        return None
    base, room, wide = _TALL - _FOOT, _TALL - _FOOT - 12, _WIDE / len(steps)
    parts = []
    for at, step in enumerate(steps):
        tall, cached = room * step.context / most, room * step.tokens_cached / most
        kind = "planner" if step.role == "planner" else "other"
        words = f"Step {step.number}, {step.role}: {step.context:,} tokens"
        words += f", {step.tokens_cached:,} from the cache" if step.tokens_cached else ""
        words += f". {step.shortened}" if step.shortened else ""
        gap = min(1.0, wide / 4)
        bars = [_rect(kind, at * wide, base - tall, wide - gap, tall)]
        bars.append(_rect(f"{kind} cached", at * wide, base - cached, wide - gap, cached))
        if step.shortened:
            x = at * wide
            bars.append(
                Markup('<path class="cut" d="M{:.1f} 0v{}"/>').format(x, base)
                + Markup('<path class="cut tip" d="M{:.1f} 0h8l-8 8z"/>').format(x)
            )
        parts.append(Markup("<g><title>{}</title>{}</g>").format(words, Markup("").join(bars)))
    label = f"Tokens of each of {len(steps)} model calls, {most:,} at most"
    return Markup(
        '<svg class="chart context" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<line x1="0" x2="{}" y1="{}" y2="{}"/>{}<text x="0" y="{}">step 1</text>'
        '<text x="{}" y="{}" text-anchor="end">step {}</text></svg>'
    ).format(
        _WIDE, _TALL, label, _WIDE, base, base, Markup("").join(parts), _TALL - 4,
        _WIDE, _TALL - 4, steps[-1].number,
    )  # fmt: skip


def rate_bar(rate: Rate) -> Markup:
    """Draw a rate as a dot on its interval."""
    if rate.rate is None or rate.interval is None:
        return Markup("")
    low, high = rate.interval
    return Markup(
        '<svg class="rate" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" y="4" width="100" height="4" rx="2"/>'
        '<rect class="span" x="{:.1f}" y="3" width="{:.1f}" height="6" rx="2"/>'
        '<rect class="dot" x="{:.1f}" y="0" width="1.6" height="12"/></svg>'
    ).format(100 * low, 100 * (high - low), 100 * rate.rate - 0.8)


def outcome_bar(outcomes: Sequence[tuple[str, int]]) -> Markup:
    """Draw the outcomes of episodes as one bar."""
    total = sum(count for _, count in outcomes) or 1
    parts, x = [], 0.0
    for name, count in outcomes:
        width = 100 * count / total
        parts.append(_rect(f"o-{name}", x, 0, width, 1))
        x += width
    return Markup(
        '<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(Markup("").join(parts))
