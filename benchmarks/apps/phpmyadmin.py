"""phpMyAdmin: a database server's tables, structure and accounts in the browser."""

from __future__ import annotations

import getpass
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .debian_files import moved, unpack
from .installing import execute
from .phpmyadmin_seed import DATABASE, sql

_EPOCH = "4:"
_VERSION = "5.2.1+dfsg-1+deb12u1"
_LIBRARIES = (
    *("libjs-codemirror", "libjs-jquery", "libjs-jquery-metadata", "libjs-jquery-mousewheel"),
    *("libjs-jquery-tablesorter", "libjs-jquery-timepicker", "libjs-jquery-ui"),
    *("php-composer-ca-bundle", "php-fig-http-message-util", "php-getallheaders"),
    *("php-google-recaptcha", "php-mariadb-mysql-kbs", "php-nikic-fast-route"),
    *("php-phpmyadmin-motranslator", "php-phpmyadmin-shapefile", "php-phpmyadmin-sql-parser"),
    *("php-psr-cache", "php-psr-container", "php-psr-http-factory", "php-psr-http-message"),
    *("php-psr-log", "php-slim-psr7", "php-symfony-cache", "php-symfony-cache-contracts"),
    *("php-symfony-config", "php-symfony-dependency-injection"),
    *("php-symfony-deprecation-contracts", "php-symfony-expression-language"),
    *("php-symfony-filesystem", "php-symfony-polyfill-php80", "php-symfony-service-contracts"),
    *("php-symfony-var-exporter", "php-twig", "php-twig-i18n-extension", "php-webmozart-assert"),
)
"""Needed by Debian's package, without versions, as security updates replace them."""
_WORKERS = "4"

USER = "office"
PASSWORD = "Speiche-28-Zoll"
_KEEPER = ("pma", "keeps-what-people-set")
_READER = ("auditor", "reads-and-says-nothing")

_SETTINGS = """<?php
$cfg['blowfish_secret'] = 'radkontor-radkontor-radkontor-32';
$cfg['Servers'][1] = [
    'host' => 'localhost',
    'socket' => getenv('PMA_SOCKET'),
    'auth_type' => 'cookie',
    'verbose' => 'Radkontor',
    'controluser' => '%s',
    'controlpass' => '%s',
    'pmadb' => 'phpmyadmin',
    'bookmarktable' => 'pma__bookmark',
    'relation' => 'pma__relation',
    'table_info' => 'pma__table_info',
    'table_coords' => 'pma__table_coords',
    'pdf_pages' => 'pma__pdf_pages',
    'column_info' => 'pma__column_info',
    'history' => 'pma__history',
    'recent' => 'pma__recent',
    'favorite' => 'pma__favorite',
    'table_uiprefs' => 'pma__table_uiprefs',
    'tracking' => 'pma__tracking',
    'userconfig' => 'pma__userconfig',
    'users' => 'pma__users',
    'usergroups' => 'pma__usergroups',
    'navigationhiding' => 'pma__navigationhiding',
    'savedsearches' => 'pma__savedsearches',
    'central_columns' => 'pma__central_columns',
    'designer_settings' => 'pma__designer_settings',
    'export_templates' => 'pma__export_templates',
    'hide_db' => '^(information_schema|performance_schema|mysql|phpmyadmin|sys)$',
];
$cfg['VersionCheck'] = false;
$cfg['SendErrorReports'] = 'never';
$cfg['ShowGitRevision'] = false;
$cfg['LoginCookieValidity'] = 86400;
$cfg['DefaultLang'] = 'en';
"""
_ACCOUNTS = f"""
FLUSH PRIVILEGES;
CREATE USER '{USER}'@'localhost' IDENTIFIED BY '{PASSWORD}';
GRANT ALL PRIVILEGES ON *.* TO '{USER}'@'localhost' WITH GRANT OPTION;
CREATE USER '{_KEEPER[0]}'@'localhost' IDENTIFIED BY '{_KEEPER[1]}';
GRANT SELECT, INSERT, UPDATE, DELETE ON phpmyadmin.* TO '{_KEEPER[0]}'@'localhost';
CREATE USER '{_READER[0]}'@'localhost' IDENTIFIED BY '{_READER[1]}';
GRANT SELECT, SHOW VIEW ON *.* TO '{_READER[0]}'@'localhost';
CREATE USER 'lager'@'localhost' IDENTIFIED BY 'Palette-7';
GRANT SELECT ON {DATABASE}.* TO 'lager'@'localhost';
GRANT SELECT, UPDATE ON {DATABASE}.stock TO 'lager'@'localhost';
CREATE USER 'lager_lyon'@'localhost' IDENTIFIED BY 'Palette-8';
GRANT SELECT ON {DATABASE}.* TO 'lager_lyon'@'localhost';
"""
_SERVER = "/usr/sbin/mariadbd"
"""Where Debian puts it: not in every user's PATH."""
_LEAN = (
    "--no-defaults",
    "--innodb-log-file-size=4M",
    "--innodb-buffer-pool-size=32M",
    "--character-set-server=utf8mb4",
    "--collation-server=utf8mb4_unicode_ci",
)
_WITHIN = f"WHERE table_schema = '{DATABASE}'"
_QUERIES = {
    "columns": (
        "SELECT table_name AS 'table', column_name AS name, data_type AS kind, "
        "column_type AS type, is_nullable AS nullable, column_default AS 'default', "
        f"column_comment AS comment FROM information_schema.columns {_WITHIN} "
        "ORDER BY table_name, ordinal_position"
    ),
    "keys": (
        "SELECT table_name AS 'table', column_name AS 'column', constraint_name AS name, "
        f"referenced_table_name AS 'to' FROM information_schema.key_column_usage {_WITHIN} "
        "ORDER BY 1, 3, 2"
    ),
    "indexes": (
        "SELECT table_name AS 'table', index_name AS name, column_name AS 'column', "
        f"non_unique AS many FROM information_schema.statistics {_WITHIN} ORDER BY 1, 2, 3"
    ),
    "views": (
        "SELECT table_name AS name, view_definition AS definition "
        f"FROM information_schema.views {_WITHIN} ORDER BY 1"
    ),
    "programs": (
        "SELECT 'event' AS kind, event_schema AS of, event_name AS name "
        "FROM information_schema.events UNION SELECT routine_type, routine_schema, routine_name "
        "FROM information_schema.routines WHERE routine_schema NOT IN ('mysql', 'sys') "
        "UNION SELECT 'trigger', trigger_schema, trigger_name "
        "FROM information_schema.triggers WHERE trigger_schema <> 'sys' ORDER BY 1, 2, 3"
    ),
    "databases": "SELECT schema_name AS name FROM information_schema.schemata ORDER BY 1",
    "accounts": (
        "SELECT User AS user, Host AS host, SHA2(authentication_string, 256) AS secret "
        "FROM mysql.user ORDER BY 1, 2"
    ),
    "rights": (
        "SELECT grantee AS who, '*' AS of, privilege_type AS may "
        "FROM information_schema.user_privileges UNION SELECT grantee, table_schema, "
        "privilege_type FROM information_schema.schema_privileges UNION SELECT grantee, "
        "CONCAT(table_schema, '.', table_name), privilege_type "
        "FROM information_schema.table_privileges ORDER BY 1, 2, 3"
    ),
    "delivered": (
        "SELECT p.article, s.name AS supplier "
        f"FROM {DATABASE}.products p JOIN {DATABASE}.suppliers s USING (supplier_id) ORDER BY 1"
    ),
    "kept": "SELECT label, dbase AS 'database', query FROM phpmyadmin.pma__bookmark ORDER BY id",
}
"""Queries for the state, besides the rows."""
_WHOLE = ("tinyint", "smallint", "mediumint", "int", "bigint")
_BROKEN = ("decimal", "float", "double")


def _table(route: str, table: str) -> str:
    return f"/index.php?route=/{route}&db={DATABASE}&table={table}"


def _database(route: str) -> str:
    return f"/index.php?route=/database/{route}&db={DATABASE}"


def _pick(selector: str) -> TraceStep:
    return click("", "", selector)


class PhpMyAdmin(App):
    """The database of a wholesaler of bicycles."""

    name: ClassVar[str] = "phpmyadmin"
    summary: ClassVar[str] = "A database: tables, structure, SQL, export, accounts."
    front: ClassVar[str] = "server-drawn PHP with jQuery, Bootstrap and CodeMirror"
    version: ClassVar[str] = _VERSION
    licence: ClassVar[str] = "GPL-2"
    debian: ClassVar[tuple[str, ...]] = (
        "mariadb-client-core", "mariadb-server-core", "php-cli", "php-mbstring", "php-mysql",
        "php-xml",
    )  # fmt: skip
    ready: ClassVar[str] = "/index.php"
    account: ClassVar[Account] = Account(
        user=USER,
        password=PASSWORD,
        path="/index.php",
        steps=(
            enter("Username:", USER, selector="#input_username"),
            enter("Password:", PASSWORD, selector="#input_password"),
            click("button", "Log in", selector="#input_go"),
            wait_for("Appearance settings"),
        ),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("log-in", "/index.php", guest=True),
        Screen("home", "/index.php?route=/"),
        Screen("tables", _database("structure")),
        Screen("rows", _table("sql", "customers")),
        Screen("rows-second-page", f"{_table('sql', 'orders')}&pos=25"),
        Screen("columns", _table("table/structure", "products")),
        Screen("relations", _table("table/relation", "products")),
        Screen("insert", _table("table/change", "orders")),
        Screen(
            "insert-date-picker",
            _table("table/change", "complaints"),
            steps=(_pick(".ui-datepicker-trigger >> nth=0"),),
        ),
        Screen(
            "insert-preview",
            _table("table/change", "suppliers"),
            steps=(click("button", "Preview SQL"), _pick(".modal.show .modal-title")),
        ),
        Screen(
            "edit",
            _table("sql", "customers"),
            steps=(_pick(".edit_row_anchor a >> nth=0"), _pick("#field_2_3")),
        ),
        Screen(
            "drop-question",
            _database("structure"),
            steps=(_pick("a.drop_table_anchor >> nth=0"), wait_for("You are about to DESTROY")),
        ),
        Screen(
            "more",
            _table("sql", "stock"),
            steps=(click("button", "More", selector="#topmenu a.dropdown-toggle"),),
        ),
        Screen(
            "column", f"{_table('table/structure/change', 'products')}&field=name&change_column=1"
        ),
        Screen("find", _table("table/search", "customers")),
        Screen(
            "found",
            _table("table/search", "customers"),
            steps=(
                enter("", "Radhaus%", selector="input[name='criteriaValues[1]']"),
                _pick("#tbl_search_form input[type=submit]"),
                wait_for("Showing rows"),
            ),
        ),
        Screen("find-everywhere", _database("search")),
        Screen("sql", _table("table/sql", "orders")),
        Screen("export", _table("table/export", "customers")),
        Screen("import", _database("import")),
        Screen("query", _database("multi-table-query")),
        Screen("designer", _database("designer")),
        Screen("operations", _table("table/operations", "stock")),
        Screen("accounts", "/index.php?route=/server/privileges"),
        Screen("account-new", "/index.php?route=/server/privileges&adduser=1"),
        Screen("settings", "/index.php?route=/preferences/features"),
        Screen("status", "/index.php?route=/server/status"),
    )

    def install(self, home: Path) -> None:
        """Unpack Debian's files, and let the program find its settings by the environment."""
        unpack(home, (f"phpmyadmin={_EPOCH}{_VERSION}", *_LIBRARIES))
        moved(home, "/usr/share/")
        vendor = home / "usr/share/phpmyadmin/libraries/vendor_config.php"
        text = vendor.read_text(encoding="utf-8")
        for old, new in {
            "'/var/lib/phpmyadmin/tmp/'": "getenv('PMA_DATA') . '/tmp/'",
            "'/etc/phpmyadmin/config.inc.php'": "getenv('PMA_DATA') . '/config.inc.php'",
            "ROOT_PATH . 'libraries' . DIRECTORY_SEPARATOR . 'cache' . DIRECTORY_SEPARATOR": (
                "getenv('PMA_DATA') . '/cache/'"
            ),
        }.items():
            text = text.replace(old, new)
        vendor.write_text(text, encoding="utf-8")

    def seed(self, copy: Copy) -> None:
        """Create and fill a database server's folder; no server that others could reach runs."""
        for name in ("tmp", "cache", "sessions"):
            (copy.data / name).mkdir()
        (copy.data / "config.inc.php").write_text(_SETTINGS % _KEEPER, encoding="utf-8")
        folder = f"--datadir={copy.data / 'db'}"
        execute(
            ["mariadb-install-db", *_LEAN, folder, *_as_who(), "--skip-test-db"], folder=copy.data
        )
        tables = copy.home / "usr/share/phpmyadmin/sql/create_tables.sql"
        given = "\n".join((tables.read_text(encoding="utf-8"), sql(), _ACCOUNTS))
        execute([_SERVER, *_LEAN, folder, *_as_who(), "--bootstrap"], given=given)

    def configure(self, copy: Copy) -> None:
        """Remove what a killed server left: its presence would signal the next one as ready."""
        _socket(copy).unlink(missing_ok=True)

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """The database server, and PHP's own web server once the former can be reached."""
        share = copy.home / "usr/share"
        database = (
            _SERVER,
            *_LEAN,
            *_as_who(),
            f"--datadir={copy.data / 'db'}",
            f"--socket={_socket(copy)}",
            f"--pid-file={copy.data / 'db.pid'}",
            *("--skip-networking", "--skip-log-bin", "--innodb-fast-shutdown=2"),
        )
        web = (
            "php",
            *("-d", f"session.save_path={copy.data / 'sessions'}"),
            *("-d", f"include_path=.:{share / 'php'}"),
            *("-d", "session.gc_maxlifetime=86400", "-d", "date.timezone=UTC"),
            *("-d", "display_errors=0", "-d", "sendmail_path=/bin/true"),
            *("-S", f"127.0.0.1:{copy.port}", "-t", str(share / "phpmyadmin")),
        )
        patient = 'until [ -S "$0" ]; do sleep 0.1; done; exec "$@"'
        environment = {
            "PMA_DATA": str(copy.data),
            "PMA_SOCKET": str(_socket(copy)),
            "PHP_CLI_SERVER_WORKERS": _WORKERS,
        }
        return (
            Service(command=database),
            Service(
                command=("sh", "-c", patient, str(_socket(copy)), *web), environment=environment
            ),
        )

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return rows, columns, keys, views, programs, databases, accounts and saved queries."""
        answers = dict(zip(_QUERIES, _query(copy, *_QUERIES.values()), strict=True))
        columns: dict[str, list[dict[str, Any]]] = {}
        for each in answers.pop("columns"):
            columns.setdefault(each.pop("table"), []).append(each)
        tables = sorted(columns.keys() - {each["name"] for each in answers["views"]})
        held = _query(copy, *(f"SELECT * FROM {DATABASE}.`{each}` ORDER BY 1" for each in tables))
        rows = {
            table: [_typed(row, columns[table]) for row in found]
            for table, found in zip(tables, held, strict=True)
        }
        return {"rows": rows, "columns": columns, **answers}


def _socket(copy: Copy) -> Path:
    """Return the socket of a copy's database server.

    A socket's name may have at most 107 bytes; a copy may be in a deep folder.
    """
    mark = hashlib.sha256(os.fsencode(copy.data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"agent-e-{mark}.sock"


def _as_who() -> tuple[str, ...]:
    """Return the user option: MariaDB's server refuses to run as root without one."""
    return (f"--user={getpass.getuser()}",) if os.geteuid() == 0 else ()


def _query(copy: Copy, *queries: str) -> list[list[dict[str, Any]]]:
    """Return the rows of each query; all values are texts or ``None``."""
    output = execute(
        [
            "mariadb",
            "--no-defaults",
            f"--socket={_socket(copy)}",
            f"--user={_READER[0]}",
            f"--password={_READER[1]}",
            "--default-character-set=utf8mb4",
            "--xml",
            f"--execute={'; '.join(queries)}",
        ]
    )
    parts = output.split('<?xml version="1.0"?>')[1:]
    return [
        [
            {
                field.attrib["name"]: None
                if field.attrib.get("{http://www.w3.org/2001/XMLSchema-instance}nil")
                else field.text or ""
                for field in row
            }
            for row in ElementTree.fromstring(part.strip())
        ]
        for part in parts
    ]


def _typed(row: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a row with numbers in numeric columns."""
    kinds = {each["name"]: each["kind"] for each in columns}
    found = dict(row)
    for name, text in row.items():
        if text is not None and kinds[name] in _WHOLE:
            found[name] = int(text)
        elif text is not None and kinds[name] in _BROKEN:
            found[name] = float(text)
    return found
