import os
from pathlib import Path

import pytest
from pydantic import BaseModel

from agent_e import config
from agent_e.errors import ConfigError


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config.loading, "user_config_dir", lambda: tmp_path / "user")
    for name in list(os.environ):
        if name.startswith("AGENT_E_"):
            monkeypatch.delenv(name)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_defaults_have_no_origin() -> None:
    loaded = config.load_settings()
    assert loaded.settings.browser.viewport_width == 1280
    assert loaded.settings.browser.viewport_height == 720
    assert loaded.settings.architecture == "hierarchical"
    assert loaded.origins == {}


def test_later_layers_win_and_say_where_they_are(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(own_folders / "user/config.yaml", "model: a\nplanner_model: a\nmode: human\nruns_dir: a")
    write(own_folders / "agent-e.yaml", "planner_model: b\nmode: autonomous\nruns_dir: b")
    monkeypatch.setenv("AGENT_E_MODE", "human")
    monkeypatch.setenv("AGENT_E_RUNS", "c")
    loaded = config.load_settings({"runs_dir": "d"})
    settings = loaded.settings
    assert (settings.model, settings.planner_model, settings.mode) == ("a", "b", "human")
    assert settings.runs_dir == Path("d")
    assert loaded.origins["model"].endswith("config.yaml")
    assert loaded.origins["planner_model"] == "agent-e.yaml"
    assert loaded.origins["mode"] == "environment"
    assert loaded.origins["runs_dir"] == "flag"


def test_the_environment_reaches_nested_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_E_BROWSER__HEADED", "1")
    monkeypatch.setenv("AGENT_E_BROWSER__GEOLOCATION", '{"latitude": 52.5, "longitude": 13.4}')
    monkeypatch.setenv("AGENT_E_LIMITS__MAX_STEPS", "7")
    settings = config.load_settings().settings
    assert settings.browser.headed is True
    assert settings.browser.geolocation == config.Geolocation(latitude=52.5, longitude=13.4)
    assert settings.limits.max_steps == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("planer_model: x", "no setting planer_model (agent-e.yaml). Did you mean planner_model?"),
        ("browser: {headles: true}", "no setting browser.headles (agent-e.yaml). Did you mean"),
        ("browser: {viewport_width: 5}", "browser.viewport_width = 5 (agent-e.yaml) does not fit"),
        ("browser: yes", "browser = True (agent-e.yaml) does not fit"),
        ("mode: maybe", "mode = 'maybe' (agent-e.yaml) does not fit"),
        ("- a\n- b", "must hold keys and values"),
        ("a: [", "cannot be read"),
    ],
)
def test_what_does_not_fit_is_an_error_with_its_origin(
    own_folders: Path, text: str, said: str
) -> None:
    write(own_folders / "agent-e.yaml", text)
    with pytest.raises(ConfigError) as caught:
        config.load_settings()
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


def test_unknown_environment_variables_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_E_BROWSER__HEADEED", "1")
    with pytest.raises(ConfigError, match="Did you mean browser.headed?"):
        config.load_settings()


def test_a_named_settings_file_must_exist(own_folders: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist. Check --config"):
        config.load_settings(file=own_folders / "none.yaml")


def test_every_setting_says_what_it_is() -> None:
    def undocumented(model: type[BaseModel]) -> list[str]:
        return [name for name, field in model.model_fields.items() if not field.description]

    sections: list[type[BaseModel]] = [
        config.Settings,
        config.BrowserSettings,
        config.DomSettings,
        config.LimitSettings,
        config.ModelSettings,
    ]
    assert [name for section in sections for name in undocumented(section)] == []


def test_what_may_hold_a_token_is_neither_printed_nor_written() -> None:
    with pytest.raises(ConfigError, match="notify = … .flag. does not fit") as raised:
        config.load_settings({"notify": "ftp://me:s3cr@hook.example"})
    assert "s3cr" not in str(raised.value)
    with pytest.raises(ConfigError, match="browser.headers = … .flag. does not fit") as raised:
        config.load_settings({"browser": {"headers": "X-Key: s3cr"}})
    assert "s3cr" not in str(raised.value)
    named = "Authorization: Bearer {secret:shop}"
    browser = {"headers": ["X-Key: s3cr", named]}
    given = {"notify": "https://h.example/s3cr", "browser": browser}
    settings = config.load_settings(given).settings
    assert "s3cr" not in settings.model_dump_json() + repr(settings.browser)
    assert settings.model_dump(mode="json")["browser"]["headers"] == [named]
    # A server's settings are combined with those of one run in memory.
    assert settings.model_dump()["browser"]["headers"] == tuple(browser["headers"])
