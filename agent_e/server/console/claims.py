"""What the answer of a run rests on, and where that stands on its pictures."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException

from agent_e.benchmarks.reporting import read_story
from agent_e.benchmarks.reporting.story import Claim
from agent_e.errors import ConfigError
from agent_e.journal import picture_path, read_run

from ..models import Problem
from ..routes import TheRun
from ..schema import Given

router = APIRouter(tags=["artefacts"])


class ClaimPicture(Given):
    """A picture of the page with what is quoted."""

    file: str
    """Among the run's artefacts."""
    width: int
    """Of the picture, pixels."""
    height: int
    """Of the picture, pixels."""
    boxes: list[list[float]]
    """Of the quote: x, y, width and height of each line, in these pixels."""


class ClaimInfo(Given):
    """A claim of the answer, and its support."""

    claim: str
    quote: str
    """Words of the page."""
    url: str
    """Of that page."""
    step: int | None
    """Number of the model call at which it was seen."""
    found: bool
    """Whether the quote was found in what was shown."""
    seq: int | None
    """Number of the journal's event of that moment: of the picture, or of the last action."""
    picture: ClaimPicture | None


class ClaimList(Given):
    """What the answer rests on, or what was found so far."""

    claims: list[ClaimInfo]


@router.get(
    "/runs/{id}/claims",
    summary="See what the answer rests on",
    responses={
        404: {"model": Problem, "description": "There is no such run."},
        409: {"model": Problem, "description": "The journal cannot be read."},
    },
)
def claims(run: TheRun) -> ClaimList:
    """Tell each claim of the answer with its quote, and where it stands on a picture."""
    try:
        story = read_story(read_run(run.path))
    except ConfigError as error:
        raise HTTPException(409, str(error)) from error
    shown = {
        each.place.file
        for each in story.evidence
        if each.place and picture_path(run.path, each.place.file)
    }
    return ClaimList(claims=[_told(each, shown) for each in story.evidence])


def _told(claim: Claim, shown: set[str]) -> ClaimInfo:
    place = claim.place if claim.place and claim.place.file in shown else None
    return ClaimInfo(
        claim=claim.claim,
        quote=claim.quote,
        url=claim.url,
        step=claim.step,
        found=claim.found,
        seq=claim.seq,
        picture=None
        if place is None
        else ClaimPicture(
            file=place.file,
            width=place.width,
            height=place.height,
            boxes=[list(each) for each in place.boxes],
        ),
    )
