"""Records of a page as nodes, look after look."""

from agent_e.dom.rows import Reader

HEADING = "0\x7f0\x7f\x7fNews\x7fheading\x7fh1\x7f2\x7f\x7f"
BUTTON = (
    "1\x7f0\x7f\x7fBuy\x7fbutton\x7fbutton"
    + "\x7f" * 4
    + "7"
    + "\x7f" * 4
    + "10\x7f20\x7f30\x7f40\x7f1"
)
WORDS = "1\x7f0\x7f+\x7fonly today"


def read(reader: Reader, *records: str, first_frame: int = 0, x: float = 0):
    return reader.nodes("\x92".join(records), depth=0, first_frame=first_frame, offset=(x, 0.0))


def test_a_page_without_records_has_no_nodes():
    assert Reader().nodes("", depth=0, first_frame=0, offset=(0, 0)) == []


def test_what_says_the_same_as_in_the_last_look_is_not_made_again():
    reader = Reader()
    before = read(reader, HEADING, BUTTON, WORDS)
    after = read(reader, HEADING, BUTTON.replace("Buy", "Sold"), WORDS)
    assert after[0] is before[0]
    assert after[2] is before[2]
    assert (before[1].name, after[1].name) == ("Buy", "Sold")


def test_a_frame_that_moved_or_has_another_number_is_read_anew():
    reader = Reader()
    read(reader, BUTTON)
    moved = read(reader, BUTTON, x=100)
    assert moved[0].bbox == (110, 20, 30, 40)
    later = read(reader, BUTTON, first_frame=2, x=100)
    assert (later[0].frame, later[0].bbox) == (2, (110, 20, 30, 40))


def test_a_line_that_stands_twice_is_there_twice():
    assert [node.name for node in read(Reader(), WORDS, HEADING, WORDS)] == [
        "only today",
        "News",
        "only today",
    ]
