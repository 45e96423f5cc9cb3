"""pretix: a ticket shop and its control area, with five events and 76 orders."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent_e.benchmarks.tasks.steps import click, enter

from .app import Account, App, Copy, Screen, Service
from .installing import execute, python_packages
from .pretix_data import (
    BACK,
    EVENTS,
    ITEMS,
    JAZZ,
    ORDERS,
    ORGANIZER,
    PAPER,
    QUESTIONS,
    STANDING,
    VOUCHERS,
    WAITING,
    WINTER,
    address,
    code,
)

CONTROL = f"/control/event/{ORGANIZER}"
SECRET = "seeded-key-of-a-test-bed-that-guards-nothing"
_SETTINGS = """\
from pretix.settings import *

EMAIL_BACKEND = EMAIL_CUSTOM_SMTP_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
"""
_SERVING = """\
import os

from django.conf import settings
from pretix.wsgi import application
from whitenoise import WhiteNoise

uploaded = WhiteNoise(application, root=settings.MEDIA_ROOT, prefix="media/", autorefresh=True)
application = WhiteNoise(uploaded, root=settings.STATIC_ROOT, prefix="static/", max_age=3600)
"""
_PAPER, _JAZZ = f"{CONTROL}/{PAPER}", f"{CONTROL}/{JAZZ}"
_SHOP = f"/{ORGANIZER}/{JAZZ}/"
_TO_CART = (
    enter(STANDING, "2", role="spinbutton"),
    enter(BACK, "1", role="spinbutton"),
    click("button", "Add to cart"),
)


class Pretix(App):
    """The ticket shop pretix."""

    name = "pretix"
    summary = "Ticket shop: a shop front for guests, and a control area for those who sell."
    front = "pages from the server, Bootstrap 3, jQuery"
    version = "2026.8.0"
    licence = "AGPL-3.0 with additional terms"
    ready = "/control/login"
    account = Account(
        user="nele.winter@example.org",
        password="Lindenau-2026-Kasse",
        path="/control/login",
        steps=(
            enter("Email", "nele.winter@example.org"),
            enter("Password", "Lindenau-2026-Kasse"),
            click("button", "Log in"),
        ),
    )
    screens = (
        Screen("shop-of-all-events", f"/{ORGANIZER}/?style=list", guest=True),
        Screen("shop-calendar", f"/{ORGANIZER}/?style=calendar&date=2030-05", guest=True),
        Screen("shop-event", f"/{ORGANIZER}/{PAPER}/", guest=True),
        Screen("shop-sizes-unfolded", _SHOP, steps=(click("button", "Show variants"),), guest=True),
        Screen(
            "checkout-names",
            _SHOP,
            steps=(*_TO_CART, click("button", "Proceed with checkout")),
            guest=True,
        ),
        Screen("dashboard", "/control/"),
        Screen(
            "menu-of-events",
            f"{_PAPER}/",
            steps=(click("", "", ".context-selector > a.dropdown-toggle"),),
        ),
        Screen("orders", f"{_PAPER}/orders/"),
        Screen("orders-second-page", f"{_PAPER}/orders/?page=2"),
        Screen("order", f"{_JAZZ}/orders/{code(44)}/"),
        Screen("order-change", f"{_JAZZ}/orders/{code(47)}/change"),
        Screen("search-results", "/control/search/orders/?query=lehmann"),
        Screen("answers", f"{_PAPER}/questions/1/?status=p"),
        Screen("overview", f"{_PAPER}/orders/overview/"),
        Screen("statistics", f"{CONTROL}/{WINTER}/statistics/"),
        Screen("product-editor", f"{_PAPER}/items/11/"),
        Screen("quota-form", f"{_PAPER}/quotas/5/change"),
        Screen(
            "voucher-product-picker",
            f"{_PAPER}/vouchers/add",
            steps=(click("", "", ".select2-selection"),),
        ),
        Screen(
            "date-picker",
            f"{_JAZZ}/settings/",
            steps=(click("tab", "Timeline"), click("", "", "#id_presale_end_0")),
        ),
        Screen("payment-settings", f"{_PAPER}/settings/payment"),
        Screen("check-in-list", f"{CONTROL}/{WINTER}/checkinlists/4/"),
        Screen("mail-editor", f"{_PAPER}/sendmail/orders"),
        Screen("badge-editor", f"{_PAPER}/badges/1/editor"),
        Screen("shop-link-as-code", f"{_PAPER}/", steps=(click("button", "Create QR code"),)),
    )

    def install(self, home: Path) -> None:
        """Install pretix, a server for it, and the few lines that put them together."""
        packages = (f"pretix=={self.version}", "gunicorn==27.0.1", "whitenoise==6.12.0")
        python_packages(home, *packages)
        (home / "bed_settings.py").write_text(_SETTINGS, encoding="utf-8")
        (home / "bed_serving.py").write_text(_SERVING, encoding="utf-8")
        # Three hundred migrations take minutes: they run once, not with each seed.
        empty = Copy(home=home, data=home / "empty", port=0)
        empty.data.mkdir()
        migrate = (home / "venv/bin/python", "-m", "pretix", "migrate", "--noinput")
        execute(migrate, environment=self._environment(empty))

    def seed(self, copy: Copy) -> None:
        """Fill the empty database through pretix's own models."""
        shutil.copy(copy.home / "empty/db.sqlite3", copy.data)
        data = {
            "organizer": ORGANIZER,
            "user": {"email": self.account.user, "password": self.account.password},
            "events": EVENTS,
            "items": [asdict(item) for item in ITEMS],
            "questions": QUESTIONS,
            "orders": [asdict(order) for order in ORDERS],
            "vouchers": VOUCHERS,
            "waiting": [(*each, address(each[2])) for each in WAITING],
        }
        script = Path(__file__).with_name("pretix_seed.py")
        # Without -P Python would import the module beside the script as pretix.
        seeding = (copy.home / "venv/bin/python", "-P", script)
        execute(seeding, environment=self._environment(copy), given=json.dumps(data))
        # Logs written meanwhile contain the folder.
        shutil.rmtree(copy.data / "logs")

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the only web server; it runs tasks synchronously."""
        command = (
            str(copy.home / "venv/bin/gunicorn"),
            *("--bind", f"127.0.0.1:{copy.port}", "--threads", "4", "--timeout", "120"),
            *("--worker-tmp-dir", str(copy.data), "bed_serving"),
        )
        return (Service(command=command, environment=self._environment(copy)),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return events and everything attached to them, as lists of records without ids."""
        database = f"file:{copy.data / 'db.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(database, uri=True, timeout=20)) as connection:
            connection.row_factory = sqlite3.Row
            return {
                part: [_record(row) for row in connection.execute(query)]
                for part, query in _QUERIES.items()
            }

    def _environment(self, copy: Copy) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "bed_settings",
            "PYTHONPATH": str(copy.home),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PRETIX_CONFIG_FILE": str(copy.home / "none.cfg"),
            "PRETIX_PRETIX_DATADIR": str(copy.data),
            "PRETIX_PRETIX_URL": copy.url,
            "PRETIX_PRETIX_INSTANCE_NAME": "Tickets Lindenau",
            "PRETIX_PRETIX_PASSWORD_RESET": "off",
            "PRETIX_PRETIX_ECB_RATES": "off",
            "PRETIX_DJANGO_SECRET": SECRET,
            "PRETIX_LOCALE_TIMEZONE": "Europe/Berlin",
        }


_OF_EVENT = "JOIN pretixbase_event e ON e.id = t.event_id"
_OF_ORDER = """JOIN pretixbase_order o ON o.id = t.order_id
    JOIN pretixbase_event e ON e.id = o.event_id"""
_QUERIES = {
    "events": """SELECT slug, name, live, testmode, is_public, location, comment, currency,
        date_from, date_to, date_admission, presale_start, presale_end
        FROM pretixbase_event ORDER BY slug""",
    "settings": """SELECT e.slug event, t.key, t.value FROM pretixbase_event_settingsstore t
        JOIN pretixbase_event e ON e.id = t.object_id
        -- these pretix writes when somebody looks at a list of orders or at its settings
        WHERE t.key NOT LIKE '%__fee_reverse_calc' AND t.key NOT LIKE '%__hidden_seed'
        UNION ALL SELECT '', key, value FROM pretixbase_organizer_settingsstore ORDER BY 1, 2""",
    "items": f"""SELECT e.slug event, c.name category, t.name, t.default_price price, t.active,
        t.description, t.admission, t.max_per_order, t.available_from, t.available_until,
        t.require_voucher, t.allow_waitinglist FROM pretixbase_item t {_OF_EVENT}
        LEFT JOIN pretixbase_itemcategory c ON c.id = t.category_id ORDER BY 1, t.id""",
    "variations": """SELECT e.slug event, i.name item, t.value name, t.active,
        t.default_price price FROM pretixbase_itemvariation t
        JOIN pretixbase_item i ON i.id = t.item_id JOIN pretixbase_event e ON e.id = i.event_id
        ORDER BY 1, i.id, t.id""",
    "quotas": f"""SELECT e.slug event, t.name, t.size, t.closed, t.close_when_sold_out,
        (SELECT json_group_array(i.name) FROM pretixbase_quota_items q
         JOIN pretixbase_item i ON i.id = q.item_id WHERE q.quota_id = t.id) items_json
        FROM pretixbase_quota t {_OF_EVENT} ORDER BY 1, t.id""",
    "questions": f"""SELECT e.slug event, t.question text, t.type, t.required, t.hidden,
        (SELECT json_group_array(answer) FROM pretixbase_questionoption o
         WHERE o.question_id = t.id) options_json
        FROM pretixbase_question t {_OF_EVENT} ORDER BY 1, t.id""",
    "vouchers": f"""SELECT e.slug event, t.code, t.max_usages usages, t.redeemed, t.tag, t.comment,
        t.price_mode mode, t.value, t.valid_until until, t.block_quota, i.name item
        FROM pretixbase_voucher t {_OF_EVENT} LEFT JOIN pretixbase_item i ON i.id = t.item_id
        ORDER BY 1, t.id""",
    "orders": f"""SELECT e.slug event, t.code, t.status, t.email, t.total, t.comment,
        date(t.expires) due, t.checkin_attention attention, t.custom_followup_at followup
        FROM pretixbase_order t {_OF_EVENT} ORDER BY 1, t.id""",
    "positions": f"""SELECT e.slug event, o.code "order", o.email, t.positionid number,
        i.name item, v.value variation, t.price, t.attendee_name_cached person, t.canceled,
        u.code voucher, (SELECT json_group_object(q.question, a.answer)
         FROM pretixbase_questionanswer a JOIN pretixbase_question q ON q.id = a.question_id
         WHERE a.orderposition_id = t.id) answers_json
        FROM pretixbase_orderposition t {_OF_ORDER} JOIN pretixbase_item i ON i.id = t.item_id
        LEFT JOIN pretixbase_itemvariation v ON v.id = t.variation_id
        LEFT JOIN pretixbase_voucher u ON u.id = t.voucher_id ORDER BY 1, o.id, t.positionid""",
    "payments": f"""SELECT e.slug event, o.code "order", t.local_id number, t.state, t.amount,
        t.provider FROM pretixbase_orderpayment t {_OF_ORDER} ORDER BY 1, o.id, t.local_id""",
    "refunds": f"""SELECT e.slug event, o.code "order", t.state, t.amount, t.provider
        FROM pretixbase_orderrefund t {_OF_ORDER} ORDER BY 1, o.id, t.local_id""",
    "checkins": """SELECT e.slug event, l.name list, o.code "order", p.positionid number, t.type
        FROM pretixbase_checkin t JOIN pretixbase_checkinlist l ON l.id = t.list_id
        JOIN pretixbase_orderposition p ON p.id = t.position_id
        JOIN pretixbase_order o ON o.id = p.order_id JOIN pretixbase_event e ON e.id = o.event_id
        ORDER BY 1, t.id""",
    "waiting": f"""SELECT e.slug event, t.email, i.name item, u.code voucher
        FROM pretixbase_waitinglistentry t {_OF_EVENT} JOIN pretixbase_item i ON i.id = t.item_id
        LEFT JOIN pretixbase_voucher u ON u.id = t.voucher_id ORDER BY 1, t.id""",
    "mails": """SELECT e.slug event, o.code "order", t.subject, t."to" receivers
        FROM pretixbase_outgoingmail t JOIN pretixbase_event e ON e.id = t.event_id
        LEFT JOIN pretixbase_order o ON o.id = t.order_id ORDER BY t.id""",
    "users": "SELECT email, fullname, locale, is_active FROM pretixbase_user ORDER BY email",
    "teams": """SELECT t.name, (SELECT json_group_array(u.email) FROM pretixbase_team_members m
        JOIN pretixbase_user u ON u.id = m.user_id WHERE m.team_id = t.id) members_json
        FROM pretixbase_team t ORDER BY t.name""",
}
_FLAGS = {
    "live", "testmode", "is_public", "active", "admission", "require_voucher", "canceled",
    "allow_waitinglist", "closed", "close_when_sold_out", "required", "hidden", "block_quota",
    "attention", "is_active",
}  # fmt: skip


def _record(row: sqlite3.Row) -> dict[str, Any]:
    """Return a row with booleans, English texts only, and parsed ``_json`` columns."""
    record: dict[str, Any] = {}
    for key in row.keys():  # noqa: SIM118  (iterating a row yields its values)
        value = row[key]
        if key in _FLAGS:
            value = bool(value)
        elif key in ("price", "total", "amount", "value") and row[key] is not None:
            value = _number(value)
        if key.endswith("_json"):
            packed = json.loads(value)
            value = (
                {_english(name): _english(text) for name, text in packed.items()}
                if isinstance(packed, dict)
                else sorted(_english(text) for text in packed)
            )
        record[key.removesuffix("_json")] = _english(value)
    return record


def _number(value: Any) -> Any:
    return round(float(value), 2) if re.fullmatch(r"-?[\d.]+", str(value)) else value


def _english(value: Any) -> Any:
    """Return the English text of a multilingual field, or else its only text."""
    if isinstance(value, str) and value.startswith("{"):
        texts = json.loads(value)
        return texts.get("en") or next(iter(texts.values()), "")
    return value
