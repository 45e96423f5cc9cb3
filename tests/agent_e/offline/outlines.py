"""Made-up pages that several tests of the offline model read."""

from __future__ import annotations

from .helpers import page

KETTLES = page(
    "Kettles",
    """
banner
  [1] link 'Home'
  search 'Site search'
    [2] searchbox 'Search' value=''
    [3] button 'Go'
main
  heading 1 'Kettles and pots'
  list
    item
      heading 2 'Copper kettle'
      $1,299.00
      4.6 out of 5 (128 reviews)
      [11] link 'Details'
      [12] button 'Add to cart'
    item
      heading 2 'Steel kettle'
      was $50.00 now $39.50
      3.9 out of 5 (12 reviews)
      [13] link 'Details'
      [14] button 'Add to cart'
    item
      heading 2 'Glass pot'
      $45
      4.8 out of 5 (7 reviews)
      [15] link 'Details'
      [16] button 'Add to cart'
contentinfo
  [90] link 'Imprint'
  [91] link 'Contact'
  [92] link 'Careers'
  [93] link 'Press'
""",
)

LAMPS = page(
    "Lamps",
    """
main
  heading 1 'Lamps'
  table 'Our lamps'
    row: Lamp | Cost | Stars | Weight
    row: [4] link 'Reading lamp' | €49,90 | 4.1/5 | 2 kg
    row: [5] link 'Desk lamp' | €19,00 | 4.7/5 | 900 g
    row: [6] link 'Floor lamp' | €149,00 | 3.8/5 | 7.5 kg
    row: [7] link 'Night lamp' | €9,50 | 4.0/5 | 250 g
""",
)

BOOKS = page(
    "Books",
    """
navigation
  [1] link 'Poems'
  [2] link 'Novels'
  [3] link 'Travel'
  [4] link 'Cooking'
  [5] link 'Gardening'
heading 1 'Books we like'
[21] link 'The Long River'
12.50 GBP
★★★★☆
[22] link 'Salt and Smoke'
8.75 GBP
★★★☆☆
[23] link 'Night Trains'
21.00 GBP
★★★★★
""",
)

PANEL = page(
    "Plants",
    """
main
  heading 1 'Plants'
  list
    item
      [31] button 'Fern'
    item
      [32] button 'Ivy'
    item
      [33] button 'Cactus'
  region 'Details'
    Choose a plant.
""",
)

LINKED = page(
    "Bikes",
    """
main
  heading 1 'Our bikes'
  list
    item
      [41] link 'City Cruiser'
    item
      [42] link 'Trail Runner'
    item
      [43] link 'Road Arrow'
""",
)


def bike(name: str, price: str, weight: str) -> str:
    return page(
        name,
        f"""
navigation
  [50] link 'All bikes'
main
  heading 1 '{name}'
  Price: {price}
  Weight: {weight}
  Rated 4.2/5
  [60] button 'Add to basket'
""",
    )


BIKE_STATES = {
    "start": LINKED,
    "city": bike("City Cruiser", "£480", "14 kg"),
    "trail": bike("Trail Runner", "£1,250.00", "12.5 kg"),
    "road": bike("Road Arrow", "£990", "8.1 kg"),
}


BIKE_MOVES = {
    ("start", "click 41"): "go city",
    ("start", "click 42"): "go trail",
    ("start", "click 43"): "go road",
}


PANEL_MOVES = {
    ("*", "click 31"): "start | + heading 2 'Fern'\n+ Price: $12\n+ ★ 4.2",
    ("*", "click 32"): "start | + heading 2 'Ivy'\n+ Price: $7.25\n+ ★ 4.9",
    ("*", "click 33"): "start | + heading 2 'Cactus'\n+ Price: $31\n+ ★ 3.5",
}
