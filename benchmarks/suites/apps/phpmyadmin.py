"""Tasks on the database of a wholesaler of bicycles."""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha1, sha256

from agent_e.benchmarks.apps import phpmyadmin_seed as seed
from agent_e.benchmarks.apps.phpmyadmin import PhpMyAdmin
from agent_e.benchmarks.tasks.checks import answers, names, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .task import app_task

_APP = PhpMyAdmin()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve", path="/index.php")
_change = partial(app_task, _APP, "change", path="/index.php")
_several = partial(app_task, _APP, "several", path="/index.php")
_infeasible = partial(app_task, _APP, "infeasible", path="/index.php")
_PARTS = ("columns", "keys", "indexes", "views", "programs", "databases", "accounts", "rights",
          "delivered", "kept")  # fmt: skip
_CUSTOMERS = {each.company: each for each in seed.CUSTOMERS}

_ASKED = _CUSTOMERS["Pedalkraft West"]

_CITY = "Lyon"
_IN_CITY = {each.customer_id for each in seed.CUSTOMERS if each.city == _CITY}
_ITS_ORDERS = {
    each.order_id
    for each in seed.ORDERS
    if each.customer_id in _IN_CITY and each.ordered_on.month <= 3 and each.status != "cancelled"
}
_SPENT = sum(
    each.quantity * round(each.unit_price * 100)
    for each in seed.LINES
    if each.order_id in _ITS_ORDERS
) / 100  # fmt: skip

_HELD = {
    product.article: sum(
        each.pieces for each in seed.STOCK if each.product_id == product.product_id
    )
    for product in seed.PRODUCTS
    if product.category == "Helmets"
}
_SCARCE = min(_HELD, key=_HELD.__getitem__)

_REFER = sorted(
    table
    for table, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\);\n", seed.SCHEMA, re.DOTALL)
    if "REFERENCES orders " in body
)

_MAILED = _CUSTOMERS["Atelier Pédale"]
_NEW_MAIL = "bonjour@atelier-pedale.example"

_COLUMN = "vat_number"
_CLOSED = _CUSTOMERS["Zur Kurbel"]
_STILL_OPEN = [
    each.order_id
    for each in seed.ORDERS
    if each.customer_id == _CLOSED.customer_id and each.status == "open"
]
_BRINGS = "Selles Royan"
_ARTICLE = "SA-2001"
_TRAINEE = "praktikum"
_SECRET = "Speiche-3"


def _stored_secret(password: str) -> str:
    """Return a password as in the state: the digest of what the server stores."""
    stored = "*" + sha1(sha1(password.encode()).digest()).hexdigest().upper()
    return sha256(stored.encode()).hexdigest()


def _rest(*parts: str, tables: tuple[str, ...] = ()) -> list[EvaluatorSpec]:
    """Nothing changed except these parts and the rows of these tables."""
    others = [unchanged(_NAME, part) for part in _PARTS if part not in parts]
    return [state(_NAME, "rows", changed=False, ignore=list(tables)), *others]


def _one_changed(table: str, among: int, count: int = 1) -> list[EvaluatorSpec]:
    """This many rows changed; the number of rows and all others are as before."""
    path = f"rows.{table}"
    return [state(_NAME, path, count=among), state(_NAME, path, new=True, count=count)]


def _run(table: str, *statements: str) -> tuple[TraceStep, ...]:
    """Run SQL statements."""
    return (
        _open(f"route=/table/sql&db={seed.DATABASE}&table={table}"),
        click("button", "Clear"),
        enter("", "; ".join(statements), selector="#queryfieldscontainer .CodeMirror textarea"),
        click("button", "Go", selector="#button_submit_query"),
        wait_for("Query took"),
    )


def _open(query: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}/index.php?{query}")


TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "credit-limit",
        f"What credit limit (in EUR) does our customer {_ASKED.company} have?",
        checks=[answers("money", _ASKED.credit_limit, currency="EUR")],
        answer=f"{_ASKED.credit_limit} EUR",
        trace=(
            _open(f"route=/sql&db={seed.DATABASE}&table=customers&pos=25"),
            wait_for(_ASKED.company),
        ),
    ),
    _retrieve(
        "quarter-in-lyon",
        f"For how many euros did customers from {_CITY} order in the first quarter of 2026, all "
        "together? Leave out cancelled orders, and take the prices that the orders have noted.",
        checks=[answers("money", _SPENT, currency="EUR")],
        answer=f"{_SPENT:.2f} EUR",
    ),
    _retrieve(
        "scarce-helmet",
        "Of which helmet do we have the fewest pieces if the three warehouses are put together? "
        "I need its article number only.",
        checks=[names(_SCARCE)],
        answer=_SCARCE,
    ),
    _retrieve(
        "tables-that-refer",
        "Before I clean up old orders: which tables of the radkontor database have a foreign key "
        "that points to the orders? Only their names, please.",
        checks=[answers("set", _REFER)],
        answer=", ".join(_REFER),
        trace=(_open(f"route=/database/designer&db={seed.DATABASE}"), wait_for("complaints")),
    ),
    _change(
        "new-address",
        f"Our customer {_MAILED.company} in {_MAILED.city} has a new e-mail address: {_NEW_MAIL}. "
        "Put it into the database.",
        checks=[
            state(
                _NAME,
                "rows.customers",
                contains={"customer_id": _MAILED.customer_id, "email": _NEW_MAIL},
            ),
            *_one_changed("customers", len(seed.CUSTOMERS)),
            state(
                _NAME,
                "rows.customers",
                where={"customer_id": _MAILED.customer_id},
                changed=False,
                ignore=["email"],
            ),
            *_rest(tables=("customers",)),
        ],
        trace=(
            _open(f"route=/sql&db={seed.DATABASE}&table=customers"),
            click("", "", f"tr:has-text('{_MAILED.company}') .edit_row_anchor a"),
            enter("", _NEW_MAIL, selector="#field_9_3"),
            click("", "", "#buttonYes"),
            wait_for("1 row affected"),
        ),
    ),
    _change(
        "tax-number",
        f"We have to note the tax numbers of customers. Give the table of customers a column "
        f"{_COLUMN}, right after country: text of up to 20 characters (VARCHAR) that may be NULL.",
        checks=[
            state(
                _NAME,
                "columns.customers",
                contains={"name": _COLUMN, "type": "varchar(20)", "nullable": "YES"},
            ),
            state(_NAME, "columns.customers.7.name", equals=_COLUMN),
            state(_NAME, "columns.customers", new=True, count=1),
            state(_NAME, "columns.customers", count=len(seed.Customer.__slots__) + 1),
            state(_NAME, "columns", changed=False, ignore=["customers"]),
            state(_NAME, "rows", changed=False, ignore=[_COLUMN]),
            *_rest("columns", tables=("customers",)),
        ],
        trace=_run(
            "customers", f"ALTER TABLE customers ADD {_COLUMN} VARCHAR(20) NULL AFTER country"
        )[:-1]
        + (wait_for("MySQL returned an empty result set"),),
    ),
    _several(
        "shop-closed",
        f"{_CLOSED.company} in {_CLOSED.city} has closed down. Cancel those of its orders that are "
        "still open, and take its credit limit down to 0. Leave its other orders as they are.",
        checks=[
            state(
                _NAME,
                "rows.customers",
                contains={"customer_id": _CLOSED.customer_id, "credit_limit": 0},
            ),
            *_one_changed("customers", len(seed.CUSTOMERS)),
            *(
                state(_NAME, "rows.orders", contains={"order_id": order, "status": "cancelled"})
                for order in _STILL_OPEN
            ),
            *_one_changed("orders", len(seed.ORDERS), len(_STILL_OPEN)),
            state(_NAME, "rows.orders", changed=False, ignore=["status"]),
            state(_NAME, "rows.customers", changed=False, ignore=["credit_limit"]),
            *_rest(tables=("customers", "orders")),
        ],
        trace=(
            *_run(
                "orders",
                "UPDATE orders SET status = 'cancelled' WHERE status = 'open' "
                f"AND customer_id = {_CLOSED.customer_id}",
            ),
            *_run(
                "customers",
                f"UPDATE customers SET credit_limit = 0 WHERE customer_id = {_CLOSED.customer_id}",
            ),
        ),
    ),
    _several(
        "new-saddle",
        f"A new supplier: {_BRINGS}, France, bonjour@royan.example. It brings us one product: "
        f"Saddle Royan, article {_ARTICLE}, category Saddles, colour blue, 61.50 EUR. Enter both.",
        checks=[
            state(
                _NAME,
                "rows.suppliers",
                contains={"name": _BRINGS, "country": "France", "email": "bonjour@royan.example"},
            ),
            *_one_changed("suppliers", len(seed.SUPPLIERS) + 1),
            state(
                _NAME,
                "rows.products",
                contains={
                    "article": _ARTICLE,
                    "name": "Saddle Royan",
                    "category": "Saddles",
                    "colour": "blue",
                    "price": 61.5,
                },
            ),
            *_one_changed("products", len(seed.PRODUCTS) + 1),
            state(_NAME, "delivered", contains={"article": _ARTICLE, "supplier": _BRINGS}),
            *_rest("delivered", tables=("suppliers", "products")),
        ],
    ),
    _change(
        "trainee",
        f"Make an account for our trainee: user name {_TRAINEE}, password {_SECRET}, only from "
        f"localhost. The account may read the data of {seed.DATABASE} (SELECT) and nothing else.",
        checks=[
            state(
                _NAME,
                "accounts",
                contains={"user": _TRAINEE, "host": "localhost", "secret": _stored_secret(_SECRET)},
            ),
            state(_NAME, "accounts", new=True, count=1),
            state(
                _NAME,
                "rights",
                contains={"who": f"'{_TRAINEE}'@'localhost'", "of": seed.DATABASE, "may": "SELECT"},
            ),
            # The other one allows logging in, as for every account.
            state(_NAME, "rights", new=True, count=2),
            state(
                _NAME,
                "rights",
                where={"who": f"'{_TRAINEE}'@'localhost'", "of": "*"},
                equals=[{"who": f"'{_TRAINEE}'@'localhost'", "of": "*", "may": "USAGE"}],
            ),
            *_rest("accounts", "rights"),
        ],
        trace=(
            *_run(
                "orders",
                f"CREATE USER '{_TRAINEE}'@'localhost' IDENTIFIED BY '{_SECRET}'",
                f"GRANT SELECT ON {seed.DATABASE}.* TO '{_TRAINEE}'@'localhost'",
            )[:-1],
            wait_for("MySQL returned an empty result set"),
        ),
    ),
    _infeasible(
        "monday-mail",
        "Set up that the list of open orders goes by e-mail to vertrieb@radkontor.example every "
        "Monday at 7:00, as an Excel file.",
        checks=[],
    ),
)
