"""Typed settings: defaults < user file < project file < environment < flags.

Files are YAML with the same nesting as ``Settings``; ``AGENT_E_BROWSER__HEADED=1`` sets
``browser.headed``. An unknown key is an error that names the nearest one.
"""

from .flags import Flag
from .loading import (
    APPS_VARIABLE,
    BROWSERGYM_VARIABLE,
    DATA_VARIABLE,
    ENV_PREFIX,
    GROUNDER_VARIABLE,
    PROJECT_FILE,
    RUNS_VARIABLE,
    SECRET_PREFIX,
    Layer,
    Loaded,
    load_settings,
    setting_fields,
    setting_keys,
    user_config_dir,
)
from .sections import (
    BrowserSettings,
    ContextSettings,
    DomSettings,
    Geolocation,
    JournalSettings,
    LimitSettings,
    LoopSettings,
    ModelSettings,
    ReactiveSettings,
    SafetySettings,
    Settings,
    SomSettings,
    VisionSettings,
)

__all__ = [
    "APPS_VARIABLE", "BROWSERGYM_VARIABLE", "DATA_VARIABLE", "GROUNDER_VARIABLE", "BrowserSettings",
    "ContextSettings", "DomSettings",
    "ENV_PREFIX", "Flag", "Geolocation", "JournalSettings", "Layer", "LimitSettings", "Loaded",
    "LoopSettings", "ModelSettings", "PROJECT_FILE", "RUNS_VARIABLE", "ReactiveSettings",
    "SECRET_PREFIX", "SafetySettings", "Settings", "SomSettings", "VisionSettings",
    "load_settings", "setting_fields", "setting_keys", "user_config_dir",
]  # fmt: skip
