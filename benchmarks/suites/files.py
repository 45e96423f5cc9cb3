"""The public files of suites: their sources and digests."""

from __future__ import annotations

from agent_e.benchmarks.tasks.fetch import DataFile

_RAW = "https://raw.githubusercontent.com"
_WEBVOYAGER = f"{_RAW}/MinorJerry/WebVoyager/5a78967/data"
_SKYVERN = f"{_RAW}/Skyvern-AI/skyvern/07222e7/evaluation/datasets"
_AGENT_E = f"{_RAW}/EmergenceAI/Agent-E/f218c3c/test/tasks"
_BROWSERGYM = (
    f"{_RAW}/ServiceNow/BrowserGym/9e779f087de9a65668b6974d11f9ce9816026e96"
    "/browsergym/experiments/src/browsergym/experiments/benchmark/metadata"
)


def _file(folder: str, base: str, name: str, sha256: str) -> DataFile:
    return DataFile(path=f"{folder}/{name}", url=f"{base}/{name}", sha256=sha256)


WEBVOYAGER_TASKS = _file(
    "webvoyager",
    _WEBVOYAGER,
    "WebVoyager_data.jsonl",
    "69b19fd86c23f1a500244a3724e039aa7ca6a1223d03e11eb10e308d4f11c488",
)
WEBVOYAGER_ANSWERS = _file(
    "webvoyager",
    _WEBVOYAGER,
    "reference_answer.json",
    "5473818408d8a19960c4f820c1e5721d218b87b547499d7281c2a0fc4267b0c4",
)
SKYVERN_TASKS = _file(
    "skyvern",
    _SKYVERN,
    "webvoyager_tasks.jsonl",
    "89031c7553830481eb5d8ca339bf098b3e9f2af2213e8d3ccb6b23071ddc59a2",
)
SKYVERN_OUTDATED = _file(
    "skyvern",
    _SKYVERN,
    "webvoyager_outdated_tasks.jsonl",
    "be6537e764b47f4f23c72e9a7b7be800bc6d8a0b1ab6feda05f1413a4d2d2c23",
)
SKYVERN_SAMPLE = _file(
    "skyvern",
    _SKYVERN,
    "webvoyager_compute_use_tasks.jsonl",
    "96ad31a9490e29d18efc09f39b83440d847a159d476b208bd85f6a2a9f28285c",
)
SKYVERN_ANSWERS = _file(
    "skyvern",
    _SKYVERN,
    "webvoyager_reference_answer.json",
    "881b110b124618d79a80ffe3f7a419c7a550d8ed4d9151270f7a6872a3cd2d6f",
)
AGENT_E_ALL = _file(
    "agent-e",
    _AGENT_E,
    "webvoyager_test.json",
    "7f7c56f596018be8c4464ae68cfcf647623fc3cd16dbdbdc68624daffe7edd33",
)
AGENT_E_SAMPLE = _file(
    "agent-e",
    _AGENT_E,
    "webvoyager_sampled_data.json",
    "8789598a5a3829ea515906f6f7cbef78fd1fd5e7fb9392c40bbd23e297c3189c",
)
AGENT_E_DRY_RUN = _file(
    "agent-e",
    _AGENT_E,
    "annotator_dry_run_webvoyager_tasks_30.json",
    "b5ff0c204792e8be7f5cb0a9d6bf3624db4eb79681d2dca40030d00d3057fe30",
)
AGENT_E_TESTS = _file(
    "agent-e",
    _AGENT_E,
    "test.json",
    "13437d667ee7db3e0223c82b0681341b2172febd1295694f4cc4dbfbdda19210",
)
WEBARENA_TASKS = DataFile(
    path="webarena/webarena_test.raw.json",
    url=f"{_RAW}/web-arena-x/webarena/f62e0b9/config_files/test.raw.json",
    sha256="7b50386fd69163dbc05d615d834df4c6ed2c35596e97a1b10d17451c02537652",
)
WEBARENA_VERIFIED_TASKS = _file(
    "webarena",
    f"{_RAW}/ServiceNow/webarena-verified/6473f72/assets/dataset",
    "webarena-verified.json",
    "d65275660814663375028e9017e1f929e3c38321041b125795e2713b52243d30",
)
ODYSSEYS_TASKS = _file(
    "odysseys",
    _SKYVERN,
    "odysseys_tasks.json",
    "0bb7081d740eb6237b72e7e33524cc9489e769c5e236ec54879a8eb06ebc48e0",
)
ONLINE_MIND2WEB_TASKS = DataFile(
    path="online-mind2web/Online_Mind2Web.json",
    url="https://huggingface.co/datasets/osunlp/Online-Mind2Web",
)
MIND2WEB_FOLDER = DataFile(path="mind2web", url="https://huggingface.co/datasets/osunlp/Mind2Web")
SHOWDOWN_TASKS = DataFile(
    path="showdown-clicks/data.csv",
    url="https://huggingface.co/datasets/generalagents/showdown-clicks",
)
GAIA_QUESTIONS = DataFile(
    path="gaia/metadata.jsonl", url="https://huggingface.co/datasets/gaia-benchmark/GAIA"
)
MINIWOB_TASKS = _file(
    "miniwob",
    _BROWSERGYM,
    "miniwob.csv",
    "37117db27909a17b1b78035528472922c98c479a54619ac398dc256a7d2fef09",
)
