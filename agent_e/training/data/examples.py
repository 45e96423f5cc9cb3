"""Draws what is asked for each element, and makes samples of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent_e.training.records import Sample
from agent_e.vision.coordinates import Size

from .instructions import Ask, Instructions
from .pictures import Pictures
from .screening import Element
from .statistics import Example, Statistics
from .targets import PROMPTS, Prompt, target


@dataclass(frozen=True, kw_only=True, slots=True)
class Draw:
    """What is asked for each element.

    Attributes:
        prompts: whose prompts are used, in equal shares.
        negatives: share of samples that ask for what is not there.
        asks: instructions for an element.
        icons: how many times as many for an icon.
        seed: of everything that is drawn.
    """

    prompts: tuple[Prompt, ...] = tuple(PROMPTS)
    negatives: float = 0.07
    asks: int = 2
    icons: int = 1
    seed: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Examples:
    """The examples of one part: an iterable of them, made as they are taken."""

    draw: Draw
    pictures: Pictures
    instructions: Instructions
    elements: Sequence[Element]
    statistics: Statistics

    def __iter__(self) -> Iterator[Example]:
        for element in self.elements:
            yield from self._of(element)

    def _of(self, element: Element) -> Iterator[Example]:
        chance = random.Random(f"{self.draw.seed}:{element.record.id}")
        count = self.draw.asks * (self.draw.icons if element.record.kind == "icon" else 1)
        prompts = [chance.choice(self.draw.prompts) for _ in range(count)]
        styles = [PROMPTS[prompt] for prompt in prompts]
        made: set[tuple[str, str]] = set()
        for prompt, ask in zip(
            prompts, self.instructions.asks(element, styles, chance), strict=True
        ):
            if (prompt, ask.words) not in made:
                made.add((prompt, ask.words))
                yield from self._example(element, prompt, ask, len(made), chance)
            if chance.random() < self.draw.negatives / (1 - self.draw.negatives):
                style = PROMPTS[prompt]
                absent = self.instructions.elsewhere(element, self.elements, style, chance)
                if absent is not None and (prompt, absent.words) not in made:
                    made.add((prompt, absent.words))
                    absent = replace(absent, family="negative")
                    yield from self._example(element, prompt, absent, len(made), chance)

    def _example(
        self, element: Element, prompt: Prompt, ask: Ask, number: int, chance: random.Random
    ) -> Iterator[Example]:
        record = element.record
        there = None if ask.family == "negative" else record
        sent, size = self.pictures.sent(Size(width=record.width, height=record.height))
        made = target(prompt, ask.words, there, sent, chance)
        if made is None:
            self.statistics.unread += 1
            return
        across, down = size.width / record.width, size.height / record.height
        left, top, right, bottom = record.box
        sample = Sample(
            id=f"{record.id}-{number}",
            image=record.image,
            width=size.width,
            height=size.height,
            prompt=made.prompt,
            answer=made.answer,
            box=_rounded(left * across, top * down, right * across, bottom * down)
            if there
            else None,
            kind=record.kind if there else None,
        )
        yield Example(sample=sample, ask=ask, prompt=prompt, sent=sent)


def _rounded(
    left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    return round(left, 2), round(top, 2), round(right, 2), round(bottom, 2)
