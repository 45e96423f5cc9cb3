"""Fills an empty pretix database; run by pretix's own Python, without agent-e.

It reads the data of `pretix.Pretix.seed` from stdin.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from decimal import Decimal
from importlib import import_module
from typing import Any
from zoneinfo import ZoneInfo

# By name, as nothing of this can be imported where types are checked.
import_module("django").setup()
models: Any = import_module("pretix.base.models")
scopes: Any = import_module("django_scopes")
strings: Any = import_module("i18nfield.strings")
LogEntry: Any = models.LogEntry

_PLUGINS = (
    "pretix.plugins.banktransfer,pretix.plugins.manualpayment,pretix.plugins.sendmail,"
    "pretix.plugins.statistics,pretix.plugins.checkinlists,pretix.plugins.ticketoutputpdf,"
    "pretix.plugins.badges,pretix.plugins.reports"
)


def moment(text: str | None) -> datetime | None:
    """Parse a text as a time in Leipzig."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")) if text else None


class Seed:
    """All seed data, created in the order of dependencies."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Store the data to create."""
        self._data = data
        self._events: dict[str, Any] = {}
        self._items: dict[tuple[str, str], Any] = {}
        self._sorts: dict[tuple[Any, str], Any] = {}
        self._questions: dict[str, Any] = {}

    def all(self) -> None:
        """Create everything."""
        self._organizer = models.Organizer.objects.create(
            name="Kulturwerk Lindenau",
            slug=self._data["organizer"],
            plugins="pretix.plugins.banktransfer",
        )
        self._people()
        for event in self._data["events"]:
            self._event(event)
        for item in self._data["items"]:
            self._item(item)
        for question in self._data["questions"]:
            self._question(question)
        for voucher in self._data["vouchers"]:
            self._voucher(voucher)
        for number, order in enumerate(self._data["orders"]):
            self._order(number, order)
        for slug, item, person, email in self._data["waiting"]:
            models.WaitingListEntry.objects.create(
                event=self._events[slug],
                item=self._items[slug, item],
                email=email,
                name_parts={"_scheme": "full", "full_name": person},
                locale="en",
            )

    def _people(self) -> None:
        # The migrations leave an administrator whose password is public.
        models.User.objects.all().delete()
        user = models.User.objects.create_user(
            self._data["user"]["email"],
            self._data["user"]["password"],
            fullname="Nele Winter",
            locale="en",
            timezone="Europe/Berlin",
        )
        helper = models.User.objects.create_user(
            "til.sommer@example.org", fullname="Til Sommer", locale="de"
        )
        team = self._organizer.teams.create(
            name="Office",
            all_events=True,
            all_event_permissions=True,
            all_organizer_permissions=True,
        )
        team.members.add(user)
        door = self._organizer.teams.create(
            name="At the door", all_events=True, limit_event_permissions={"event.orders:read": True}
        )
        door.members.add(helper)

    def _event(self, row: dict[str, Any]) -> None:
        event = models.Event.objects.create(
            organizer=self._organizer,
            slug=row["slug"],
            name=row["name"],
            date_from=moment(row["begins"]),
            date_to=moment(row["ends"]),
            date_admission=moment(row["admission"]),
            location={"en": row["place"]},
            live=row["live"],
            currency="EUR",
            plugins=_PLUGINS,
        )
        settings = {
            "timezone": "Europe/Berlin",
            "locales": ["en", "de"],
            "locale": "en",
            "region": "DE",
            "frontpage_text": strings.LazyI18nString({"en": row["text"]}),
            "name_scheme": "full",
            "attendee_names_asked": True,
            "waiting_list_enabled": True,
            "waiting_list_auto": False,
            "ticket_download": False,
            "show_quota_left": True,
            "invoice_address_asked": False,
            "payment_term_days": 14,
            "payment_banktransfer__enabled": True,
            "payment_banktransfer_ack": True,
            "payment_banktransfer_bank_details_type": "other",
            "payment_banktransfer_bank_details": strings.LazyI18nString(
                {"en": "Kulturwerk Lindenau, account 20 26 04 177"}
            ),
            "contact_mail": "tickets@example.org",
            "mail_attach_ical": False,
        }
        for key, value in settings.items():
            event.settings.set(key, value)
        door = event.checkin_lists.create(name="Main entrance", all_products=True)
        event.badge_layouts.create(name="Name badge", default=True)
        self._events[row["slug"]] = event
        self._questions[row["slug"]] = {"door": door}

    def _item(self, row: dict[str, Any]) -> None:
        event = self._events[row["event"]]
        place = len(self._items)
        category = event.categories.filter(name__contains=row["category"]).first()
        if category is None:
            category = event.categories.create(name={"en": row["category"]}, position=place)
        item = event.items.create(
            category=category,
            name={"en": row["name"]},
            description={"en": row["text"]},
            default_price=Decimal(row["price"]),
            admission=row["admits"],
            personalized=row["admits"],
            position=place,
        )
        quota = event.quotas.create(name=row["name"], size=row["size"])
        quota.items.add(item)
        for number, name in enumerate(row["sorts"]):
            sort = item.variations.create(value={"en": name}, position=number)
            quota.variations.add(sort)
            self._sorts[item, name] = sort
        self._items[row["event"], row["name"]] = item

    def _question(self, row: dict[str, Any]) -> None:
        event = self._events[row["event"]]
        questions = self._questions[row["event"]]
        question = event.questions.create(
            question={"en": row["text"]},
            type=row["type"],
            identifier=f"FRAGE{len(questions)}",
            position=len(questions),
        )
        question.items.set(self._items[row["event"], name] for name in row["items"])
        for number, text in enumerate(row["options"]):
            identifier = f"WAHL{number}"
            option = question.options.create(
                answer={"en": text}, identifier=identifier, position=number
            )
            questions[text] = (question, option)
        questions[row["text"]] = question

    def _voucher(self, row: dict[str, Any]) -> None:
        event = self._events[row["event"]]
        event.vouchers.create(
            code=row["code"],
            tag=row["tag"],
            comment=row["comment"],
            max_usages=row["usages"],
            price_mode=row["mode"],
            value=Decimal(row["value"]),
            valid_until=moment(row["until"]),
        )

    def _order(self, number: int, row: dict[str, Any]) -> None:
        event = self._events[row["event"]]
        placed = moment(row["placed"])
        order = event.orders.create(
            code=row["code"],
            status=row["status"],
            email=row["email"],
            locale="en",
            secret=f"geheim{number:010}",
            datetime=placed,
            expires=moment(f"{row['due']}T23:59:59"),
            total=Decimal(row["total"]),
            comment=row["comment"],
            cancellation_date=placed if row["status"] == "c" else None,
            sales_channel=self._organizer.sales_channels.get(identifier="web"),
        )
        gone = row["status"] == "c"
        positions = [
            self._position(order, number * 10 + place, line, row)
            for place, line in enumerate(row["lines"], 1)
        ]
        if not gone:
            order.create_transactions(is_new=True, positions=positions, fees=[], dt_now=placed)
        state = {"p": "confirmed", "c": "canceled"}.get(row["status"], "created")
        payment = order.payments.create(
            state=state,
            amount=order.total,
            provider="banktransfer" if order.total else "free",
            payment_date=placed if state == "confirmed" else None,
            info="{}",
        )
        order.payments.filter(pk=payment.pk).update(created=placed)
        entry = order.log_action("pretix.event.order.placed")
        LogEntry.objects.filter(pk=entry.pk).update(datetime=placed)
        if row["entered"]:
            at_door = event.date_admission
            self._questions[row["event"]]["door"].checkins.create(
                position=positions[0], datetime=at_door, successful=True
            )

    def _position(self, order: Any, number: int, line: list[str], row: dict[str, Any]) -> Any:
        name, sort, diet = line
        item = self._items[row["event"], name]
        position = models.OrderPosition(
            order=order,
            positionid=number % 10,
            item=item,
            variation=self._sorts[item, sort] if sort else None,
            price=item.default_price,
            secret=f"karte{number:020}",
            web_secret=f"netz{number:012}",
            pseudonymization_id=f"P{number:09}",
        )
        if item.admission:
            position.attendee_name_parts = {"_scheme": "full", "full_name": row["person"]}
        position.save()
        if diet:
            question, option = self._questions[row["event"]][diet]
            answer = position.answers.create(question=question, answer=diet)
            answer.options.add(option)
        return position


if __name__ == "__main__":
    with scopes.scopes_disabled():
        Seed(json.load(sys.stdin)).all()
