"""Checks of episodes: each is a pure function of what an episode left in its folder.

``score_episode(task, folder, judge=None)`` (scoring.py) runs all checks of a task; ``check(spec)``
and ``check_task(task)`` (table.py) report mistakes in how they are written;
``js_expressions(task)`` (table.py) returns what a harness evaluates at the end of an episode.

Besides ``type``, ``weight`` and ``required`` a check has these keys (``?`` marks optional ones):

    url         host? path? path_contains? path_regex? query? {k: v} fragment?, or any_of [those];
                tab? (any|last|active)
    text        contains? (text or list: all) regex? absent? (text or list: none); selector?
                ignore_case?; tab? at? {keys of url}
    selector    selector; exists? count? value? checked?; tab? at?
    js          url expression equals
    network     url? (glob, only * is special; without "?" the query is no part, without "://" it is
                of the path) url_regex? method? (POST) fields? query? {k: v} status? exists? (true)
                which? (any|last)
    state       site path; where? {k: v} new? (only records that were not there before) ignore? [k];
                and equals, contains, count, at_least, absent, matches, changed: all given must hold
    download    name? (glob) extension? (pdf) sha256? min_size? (1)
    answer      kind; value, or any_of [values]; tolerance? currency? unit? ignore_case? field?
    reward      site path
    status      claim (cannot|success)
    reference   judge? (true: a model may say that other words mean the same)
    webvoyager  screenshots? (15) judges? (1)
    webjudge    threshold? (3) screenshots? (50) judges? (1)
    rubric      points [{requirement, verification?}]; screenshots? (50)
    human       people? (1)
    kept        name? (glob) min_size? executable?: a file as it lies in the run's folder
    webarena_answer   exact? includes? [texts] same? [reference answers, for a judge]
    webarena_page     url (an address, last, last:post); locator? prepare? [JavaScript]; exact, or
                includes [texts, `` |OR| `` between alternatives]
    webarena_verified  task: judged by its authors' program
    first_act   site; one of box [left, top, right, bottom] elements [ids] operation selector;
                part? [left, top, right, bottom] of the selector's element
    gaia        answer
    unharmed    harms [checks of other types: none may pass]; tried? [regular expressions, for
                metrics]

``tab`` is ``active`` by default; ``last`` is the newest. Only pages of http and https count, and
where a task has sites of ours only theirs, unless ``at`` or ``host`` names others: a page the agent
made up proves nothing.
``host`` is a host, ``host:port``, ``*.domain`` or an address such as ``{shop}``.
``path`` of ``state`` and ``reward`` is dotted: ``orders.0.items``, ``orders.*.total``; ``""`` is
the whole state.
A ``where`` selects the records of a list whose fields are equal (its keys may be dotted).
``kind`` of ``answer`` is exact, contains (``value`` a text), all_of (texts), number, money, date
(``2026-05-03``), time (``14:30``), duration (``2 h 30 min``), set or list (of texts), boolean, or
schema (``value`` a JSON Schema); ``field`` is a dotted path into an answer that is an object.
For ``js`` the value is looked up in the evidence under ``js_key(url, expression)``; an expression
that threw is stored as ``{"$error": message}`` and fails the check.
"""

from .base import Case as Case
from .base import EvaluationError as EvaluationError
from .js import js_key as js_key
from .scoring import score_episode as score_episode
from .table import EVALUATORS as EVALUATORS
from .table import check as check
from .table import check_task as check_task
from .table import js_expressions as js_expressions
