"""What is done to a task before its run starts."""

from __future__ import annotations

from keyring.backends.null import Keyring

from agent_e.run_inputs import without_secrets
from agent_e.safety.secrets import Redactor, RunSecrets, Vault
from agent_e.types import Task


def wallet() -> RunSecrets:
    ring = Keyring()
    return RunSecrets(Vault(ring=ring, env={}), Redactor())


def test_the_person_is_told_once_what_is_kept() -> None:
    given = Task(text="Log in as ann, password hunter2.", plan=("Enter the PIN 4711", "Look"))
    task, (told,) = without_secrets(given, wallet())
    assert task.text == "Log in as ann, password {secret:task_password}."
    assert task.plan == ("Enter the PIN {secret:task_pin}", "Look")
    assert told.startswith(
        "The task holds 2 secrets: they are kept as {secret:task_password}, {secret:task_pin} and "
    )


def test_a_task_without_any_is_left_alone() -> None:
    given = Task(text="What is the password policy?", plan=("Look",))
    assert without_secrets(given, wallet()) == (given, [])


def test_a_password_in_the_start_address_is_hidden_and_still_opens_it() -> None:
    redactor = Redactor()
    ring = Keyring()
    held = RunSecrets(Vault(ring=ring, env={}), redactor)
    given = Task(text="Look.", start_url="https://ann:hunter2@shop.example/")
    assert without_secrets(given, held) == (given, [])
    assert redactor(given.start_url or "") == "https://ann:[secret task_password]@shop.example/"


def test_a_resumed_one_says_which_secret_is_missing_and_how_to_give_it() -> None:
    given = Task(text="Log in as ann, password {secret:task_password}.")
    task, (told,) = without_secrets(given, wallet())
    assert task == given
    assert told == (
        "The secret task_password is not known here: set AGENT_E_SECRET_TASK_PASSWORD, or run it "
        "with --mode human and give it when you are asked."
    )
