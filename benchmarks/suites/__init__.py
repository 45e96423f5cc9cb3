"""The suites by name, each in a file of its own.

``SUITES["webvoyager"].load(SuiteOptions())`` returns its tasks. Public data is read from a folder
or fetched (``benchmarks.tasks.fetch``), never included.
"""

from agent_e.benchmarks.suites.agent_e import AGENT_E
from agent_e.benchmarks.suites.apps import APPLICATIONS
from agent_e.benchmarks.suites.catalog import CATALOG
from agent_e.benchmarks.suites.gaia import GAIA
from agent_e.benchmarks.suites.hostile import HOSTILE
from agent_e.benchmarks.suites.live import ODYSSEYS, ONLINE_MIND2WEB
from agent_e.benchmarks.suites.local import LOCAL
from agent_e.benchmarks.suites.local_clicks import LOCAL_CLICKS
from agent_e.benchmarks.suites.mind2web3 import MIND2WEB3
from agent_e.benchmarks.suites.miniwob import MINIWOB
from agent_e.benchmarks.suites.plain import find_suite, plain_suite
from agent_e.benchmarks.suites.single_steps import MIND2WEB, SHOWDOWN_CLICKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.suites.webarena import WEBARENA
from agent_e.benchmarks.suites.webarena_verified import WEBARENA_VERIFIED
from agent_e.benchmarks.suites.webvoyager import WEBVOYAGER, WEBVOYAGER_STRICT
from agent_e.benchmarks.suites.webvoyager_skyvern import WEBVOYAGER_SKYVERN, WEBVOYAGER_SKYVERN_50

SUITES: dict[str, Suite] = {
    suite.name: suite
    for suite in (
        APPLICATIONS,
        CATALOG,
        HOSTILE,
        LOCAL,
        LOCAL_CLICKS,
        MIND2WEB3,
        MINIWOB,
        WEBARENA,
        WEBARENA_VERIFIED,
        WEBVOYAGER,
        WEBVOYAGER_STRICT,
        WEBVOYAGER_SKYVERN,
        WEBVOYAGER_SKYVERN_50,
        AGENT_E,
        ODYSSEYS,
        ONLINE_MIND2WEB,
        MIND2WEB,
        SHOWDOWN_CLICKS,
        GAIA,
    )
}
"""All suites, ours first; ``find_suite`` also takes a file of tasks."""

__all__ = ["SUITES", "Suite", "SuiteOptions", "find_suite", "plain_suite"]
