"""What names of controls say they do, in the languages of the lexicon."""

from __future__ import annotations

import pytest

from agent_e.safety.risk_terms import CLASSES, mentions, read_icon, read_name

SAID = {
    "Buy now": "money",
    "Jetzt kaufen": "money",
    "Acheter maintenant": "money",
    "Comprar ahora": "money",
    "Acquista ora": "money",
    "Finalizar compra": "money",
    "Bestelling plaatsen": "money",
    "Kupuję i płacę": "money",
    "Siparişi onayla": "money",
    "Оплатить заказ": "money",
    "注文を確定する": "money",
    "立即支付": "money",
    "PAY  $1,250.00": "money",
    "Book for €320": "money",
    "Send": "message",
    "Nachricht senden": "message",
    "Publier": "message",
    "Enviar mensaje": "message",
    "Invia": "message",
    "Verstuur": "message",
    "Wyślij": "message",
    "Отправить": "message",
    "投稿する": "message",
    "Delete": "delete",
    "Konto löschen": "delete",
    "Supprimer": "delete",
    "Eliminar cuenta": "delete",
    "Elimina": "delete",
    "Excluir": "delete",
    "Verwijderen": "delete",
    "Usuń": "delete",
    "删除": "delete",
    "Change password": "credentials",
    "Passwort ändern": "credentials",
    "Changer le mot de passe": "credentials",
    "I agree": "consent",
    "Tout accepter": "consent",
    "Authorize": "permission",
    "Autoriser l’accès": "permission",
}
SILENT = [
    "Order history",
    "Orders",
    "Payment methods",
    "Bookmarks",
    "Search",
    "Show details",
    "Next page",
    "Sort by price",
    "Delivery and returns",
    "Zahlungsarten",
    "Bestellungen",
    "Mes commandes",
    "Undelete help",
    "Send-off",
    "Sort: newest first",
    "The book that everybody reads this year and why you should order it soon",
    "",
    "7",
]


@pytest.mark.parametrize(("name", "act"), SAID.items())
def test_a_name_says_what_its_control_does(name: str, act: str) -> None:
    assert act in {reading.act for reading in read_name(name)}


@pytest.mark.parametrize("name", SILENT)
def test_a_name_that_only_leads_or_shows_says_nothing(name: str) -> None:
    assert read_name(name) == ()


def test_every_class_is_known_in_eight_languages_at_least() -> None:
    from agent_e.configs import load_config

    for act in CLASSES:
        assert len(load_config("risk")[act]["sure"]) >= 8


def test_a_picture_speaks_by_whole_words() -> None:
    assert [reading.act for reading in read_icon("fa fa-trash text-red")] == ["delete"]
    assert [reading.act for reading in read_icon("icon_paper-plane")] == ["message"]
    assert read_icon("combining trashy") == ()


def test_what_a_question_mentions_is_told() -> None:
    assert "delete" in mentions("Delete this booking? It cannot be undone.")
    assert "money" in mentions("Pay $30 now?")
    assert mentions("Keep your seat by the window?") == ()


@pytest.mark.parametrize(
    "name", ["Pa\u200by now", "Ｐａｙ　ｎｏｗ", "P\u00aday\u00a0now", "\u202aPay now\u202c"]
)
def test_a_name_is_read_as_it_looks(name: str) -> None:
    assert [reading.act for reading in read_name(name)] == ["money"]
