from agent_e.urls import MAX_ADDRESS, MAX_TITLE, short_address, short_title


def test_short_addresses_and_titles_stay_as_they_are() -> None:
    for url in ("about:blank", "https://ann:pw@shop.test/a?b#c", "", "data:text/plain,x"):
        assert short_address(url) == url
    assert short_title("Title") == "Title"


def test_a_long_address_is_cut() -> None:
    short = short_address("https://shop.test/?" + "x" * 2_000_000)
    assert len(short) == MAX_ADDRESS
    assert short.startswith("https://shop.test/?xx")
    assert short.endswith("x…")
    assert len(short_address("data:text/html," + "x" * 2_000_000)) == MAX_ADDRESS
    assert len(short_title("x" * 5_000_000)) == MAX_TITLE


def test_what_is_kept_of_a_long_address_names_its_own_host() -> None:
    for user in ("x" * 5_000, "shop.test:" + "x" * 5_000, "shop.test%2F" + "x" * 5_000):
        assert short_address(f"https://{user}@evil.test/a") == "https://evil.test/a"
