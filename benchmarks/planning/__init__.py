"""What a run of a suite will cost, how long it will take and how precise it will be."""

from .epochs import Precision
from .forecast import Figure, Forecast, forecast
from .pilot import Pilot, choose, read_pilot
from .prices import PriceList, parse_prices

__all__ = [
    "Figure",
    "Forecast",
    "Pilot",
    "Precision",
    "PriceList",
    "choose",
    "forecast",
    "parse_prices",
    "read_pilot",
]
