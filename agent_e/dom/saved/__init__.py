"""Saved pages: the record a browser's observer gives, from stored HTML alone.

beautifulsoup4 finds the encoding and lxml cuts the text into tags; the tree they feed is our own
(``tree.py``), because BeautifulSoup's takes seventeen times as long to build and gigabytes for a
large page, and lxml's ends without a word at 2,048 levels.

What only a browser can know is missing, not guessed: style sheets (what they hide, colour or put
side by side), what scripts would draw or listen to, boxes, the focus, and anything in a frame that
is not written into the page itself. What the markup says counts: tags, roles, attributes
(``onclick`` and ``hidden`` among them) and ``style`` attributes.
"""

from .read import read_saved

__all__ = ["read_saved"]
