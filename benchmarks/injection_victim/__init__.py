"""A scripted model that does whatever the pages it reads tell it to, and then its task.

The worst case of a model that takes a page's words for orders: what it is kept from is kept by
rules and not by its judgement. It knows no site; it reads what it is sent and nothing else.
"""

from .model import Obedient

__all__ = ["Obedient"]
