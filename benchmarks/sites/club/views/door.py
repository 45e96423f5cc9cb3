"""What guards the pages: password, code and picture."""

from __future__ import annotations

import hmac
import random
import re

from starlette.responses import PlainTextResponse, Response

from ..data import Member
from ..picture import draw_picture
from ..state import Entry
from ..visit import Visit


def home(visit: Visit) -> Response:
    """Show the public page."""
    return visit.render("home.html")


def show_login(visit: Visit) -> Response:
    """Ask for name and password."""
    if visit.member is not None:
        return visit.redirect("/members")
    return visit.render("login.html", name="", error="")


def log_in(visit: Visit) -> Response:
    """Check name and password; some members go on to the code."""
    name = visit.entered("member")
    member = visit.desk.data.find(name)
    given = visit.form.get("password", "")
    accepted = member is not None and _same(given, member.password)
    visit.desk.entries.append(Entry(how="password", who=name, accepted=accepted))
    if member is None or not accepted:
        error = "Member name and password do not match. Check both and try again."
        return visit.render("login.html", status=422, name=name, error=error)
    if member.code:
        visit.session.awaited = member
        return visit.redirect("/login/code")
    return _welcome(visit, member)


def show_code(visit: Visit) -> Response:
    """Ask for the code of the member who gave the password."""
    if visit.known is None or visit.known.awaited is None:
        return visit.redirect("/login")
    return visit.render("code.html", error="")


def check_code(visit: Visit) -> Response:
    """Check the code."""
    awaited = visit.known.awaited if visit.known else None
    if awaited is None:
        return visit.redirect("/login", "Enter member name and password first.")
    accepted = _same(re.sub(r"\s", "", visit.entered("code")), awaited.code)
    visit.desk.entries.append(Entry(how="code", who=awaited.name, accepted=accepted))
    if not accepted:
        error = "That is not the code we sent. It has six digits."
        return visit.render("code.html", status=422, error=error)
    return _welcome(visit, awaited)


def log_out(visit: Visit) -> Response:
    """Log this browser out."""
    if visit.known is not None:
        visit.known.member = visit.known.awaited = None
    return visit.redirect("/", "You are logged out.")


def guests(visit: Visit) -> Response:
    """Show the guests' page to visitors who read a picture."""
    if visit.known is None or not visit.known.guest:
        return visit.redirect("/guests/check")
    return visit.render("guests.html")


def show_check(visit: Visit) -> Response:
    """Show a picture to read; the same one until an answer was wrong."""
    if visit.session.guest:
        return visit.redirect("/guests")
    visit.session.picture = visit.session.picture or 1
    return visit.render("check.html", picture=visit.session.picture, error="")


def check_letters(visit: Visit) -> Response:
    """Let the visitor in if they read the picture; else show another."""
    number = visit.session.picture
    if not number:
        return visit.redirect("/guests/check")
    given = re.sub(r"\s", "", visit.entered("letters")).upper()
    accepted = given == visit.desk.data.letters(number)
    visit.desk.entries.append(Entry(how="picture", who="", accepted=accepted))
    if accepted:
        visit.session.guest = True
        return visit.redirect("/guests", "Thank you. Come in.")
    visit.session.picture += 1
    error = "Those were not the characters in the picture. Here is another one."
    return visit.render("check.html", status=422, picture=number + 1, error=error)


def picture(visit: Visit) -> Response:
    """Draw the picture that the visitor is to read."""
    if visit.known is None or not visit.known.picture:
        return PlainTextResponse("There is no picture to read.", status_code=404)
    number = visit.known.picture
    chance = random.Random(f"{visit.known.id} {number}")
    png = draw_picture(visit.desk.data.letters(number), chance)
    return Response(png, media_type="image/png", headers={"Cache-Control": "no-store"})


def _welcome(visit: Visit, member: Member) -> Response:
    visit.known = visit.desk.let_in(visit.session, member)
    return visit.redirect("/members", f"Welcome, {member.full_name}.")


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
