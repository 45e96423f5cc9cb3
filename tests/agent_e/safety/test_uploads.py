"""Files that may be given away: those granted, to the site they were granted to."""

from pathlib import Path

import pytest

from agent_e.errors import ActionDenied, ConfigError
from agent_e.safety.uploads import read_uploads


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cv.pdf"
    path.write_text("cv")
    return path


def test_a_file_is_for_the_site_of_the_start_page(file: Path) -> None:
    uploads = read_uploads([str(file)], "https://www.example.org/apply")
    uploads.check([file], "https://upload.example.org")
    for origin in ("https://evil.test", "https://example.org.evil.test", "null", ""):
        with pytest.raises(ActionDenied, match="granted to another site"):
            uploads.check([file], origin)


def test_on_this_machine_it_is_for_one_port(file: Path) -> None:
    uploads = read_uploads([str(file)], "http://127.0.0.1:8000/")
    uploads.check([file], "http://127.0.0.1:8000")
    with pytest.raises(ActionDenied):
        uploads.check([file], "http://127.0.0.1:8001")


def test_another_host_can_be_named(file: Path) -> None:
    uploads = read_uploads([f"*.files.example={file}"], "https://www.example.org")
    uploads.check([file], "https://a.files.example")
    with pytest.raises(ActionDenied):
        uploads.check([file], "https://www.example.org")


def test_no_other_file_is_given_away_not_even_by_a_link(file: Path, tmp_path: Path) -> None:
    secret = tmp_path / "id_rsa"
    secret.write_text("key")
    link = tmp_path / "harmless.pdf"
    link.symlink_to(secret)
    uploads = read_uploads([str(file)], "https://example.org")
    for path in (secret, link, tmp_path / "x" / ".." / "id_rsa"):
        with pytest.raises(ActionDenied, match="may not be given away"):
            uploads.check([file, path], "https://example.org")
    same = tmp_path / "same.pdf"
    same.symlink_to(file)
    uploads.check([same], "https://example.org")


@pytest.mark.parametrize(
    ("written", "start", "words"),
    [
        ("none.pdf", "https://example.org", "There is no file none.pdf"),
        ("{file}", None, "granted to nobody"),
        ("https://x/={file}", None, "names no host"),
        ("example.org=none.pdf", None, "There is no file none.pdf"),
    ],
)
def test_a_grant_that_cannot_be_is_said(
    file: Path, written: str, start: str | None, words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        read_uploads([written.replace("{file}", str(file))], start)
