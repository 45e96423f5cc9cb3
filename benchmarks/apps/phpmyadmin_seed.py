"""The database of an invented bicycle wholesaler: its tables and their rows."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import date, timedelta

DATABASE = "radkontor"


@dataclass(frozen=True, kw_only=True, slots=True)
class Supplier:
    """A supplier."""

    supplier_id: int
    name: str
    country: str
    email: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Product:
    """An article for sale."""

    product_id: int
    article: str
    name: str
    category: str
    colour: str | None
    price: float
    supplier_id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Customer:
    """A buyer."""

    customer_id: int
    company: str
    contact: str
    street: str
    postcode: str
    city: str
    country: str
    phone: str
    email: str
    credit_limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What a customer ordered on a day."""

    order_id: int
    customer_id: int
    ordered_on: date
    status: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One product of an order."""

    line_id: int
    order_id: int
    product_id: int
    quantity: int
    unit_price: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Stock:
    """The number of pieces of a product in a warehouse."""

    stock_id: int
    product_id: int
    warehouse: str
    pieces: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Complaint:
    """A customer's complaint."""

    complaint_id: int
    order_id: int
    received_on: date
    text: str
    settled: int


SUPPLIERS = tuple(
    Supplier(supplier_id=number, name=name, country=country, email=email)
    for number, (name, country, email) in enumerate(
        (
            ("Lenkwerk Halle", "Germany", "verkauf@lenkwerk.example"),
            ("Cycles Bertrand", "France", "contact@cycles-bertrand.example"),
            ("Cycles Bertaud", "France", "bonjour@bertaud.example"),
            ("Nordlicht Lampen", "Germany", "post@nordlicht.example"),
            ("Kask & Co", "Netherlands", "sales@kaskco.example"),
            ("Sattlerei Brugger", "Austria", "office@brugger.example"),
            ("Pneus du Rhône", "France", "ventes@pneusrhone.example"),
            ("Zębatka", "Poland", "biuro@zebatka.example"),
        ),
        1,
    )
)

_CATALOGUE = (
    ("Touring bike Elbe", "Bikes", ("black", "green", "red"), 749.0, 1),
    ("Touring bike Elbe 2", "Bikes", ("black", "blue"), 829.0, 1),
    ("City bike Loire", "Bikes", ("white", "red"), 599.0, 2),
    ("Cargo bike Maas", "Bikes", ("grey",), 2390.0, 1),
    ("Vélo pliant Seine", "Bikes", ("black", "yellow"), 689.0, 3),
    ("Helmet Aero", "Helmets", ("black", "white", "red"), 79.9, 5),
    ("Helmet Aero Kids", "Helmets", ("blue", "red"), 49.9, 5),
    ("Helmet Urban", "Helmets", ("black", "grey", "green"), 59.5, 5),
    ("Front light 40 lux", "Lights", (None,), 29.9, 4),
    ("Front light 70 lux", "Lights", (None,), 54.9, 4),
    ("Rear light Glow", "Lights", (None,), 14.5, 4),
    ("Rear light Glow USB", "Lights", (None,), 19.5, 4),
    ("Saddle Komfort", "Saddles", ("black", "brown"), 44.0, 6),
    ("Saddle Sport", "Saddles", ("black", "white"), 52.0, 6),
    ("Saddle Leder", "Saddles", ("brown", "honey"), 98.0, 6),
    ("Tyre 28-622", "Tyres", (None,), 21.9, 7),
    ("Tyre 32-622", "Tyres", (None,), 22.9, 7),
    ("Tyre 37-622", "Tyres", (None,), 23.9, 7),
    ("Tyre 37-622 winter", "Tyres", (None,), 41.5, 7),
    ("Chain 8 speed", "Drive", (None,), 12.9, 8),
    ("Chain 9 speed", "Drive", (None,), 16.9, 8),
    ("Cassette 9 speed", "Drive", (None,), 34.5, 8),
    ("Pedals Alu", "Drive", ("silver", "black"), 27.0, 8),
    ("Bell Ding-Dong 🔔", "Small parts", ("red", "silver", "blue"), 8.9, 1),
    ("Lock chain 110 cm", "Small parts", ("black",), 46.0, 4),
    ("Lock chain 85 cm", "Small parts", ("black",), 39.0, 4),
    ("Pannier Weser", "Small parts", ("black", "blue", "orange"), 64.0, 6),
)  # fmt: skip

_CHOICES = tuple((*entry, colour) for entry in _CATALOGUE for colour in entry[2])
PRODUCTS = tuple(
    Product(
        product_id=number,
        article=f"{category[:2].upper()}-{1000 + number * 7}",
        name=name,
        category=category,
        colour=colour,
        price=price,
        supplier_id=supplier,
    )
    for number, (name, category, _, price, supplier, colour) in enumerate(_CHOICES, 1)
)

_COMPANIES = """
Radhaus Keller|Jens Keller|Am Wall 12|28195|Bremen|Germany
Radhaus Keller|Jana Keller|Hafenstr. 8|27576|Bremerhaven|Germany
Radhaus Kehler|Timo Kehler|Osterdeich 90|28205|Bremen|Germany
Vélos Martin|Paul Martin|12 rue Mercière|69002|Lyon|France
Vélos Martel|Pauline Martel|3 quai Rambaud|69002|Lyon|France
Cyclerie du Vieux Port|Inès Faure|7 rue Fort|13002|Marseille|France
Zweirad Böhm|Sabine Böhm|Lange Str. 4|01067|Dresden|Germany
Zweirad Boehm|Ralf Boehm|Markt 17|04109|Leipzig|Germany
Kettenglück|Mia Sommer|Sandweg 31|60316|Frankfurt|Germany
Fietshuis Van Dam|Joost van Dam|Oudegracht 55|3511|Utrecht|Netherlands
Fietshuis De Brug|Anouk Visser|Brugstraat 2|9711|Groningen|Netherlands
Radl-Eck|Xaver Huber|Tal 21|80331|München|Germany
Radl-Stadl|Vroni Huber|Isarweg 3|80469|München|Germany
Drahtesel Graz|Lukas Pichler|Herrengasse 9|8010|Graz|Austria
Velo Zürisee|Reto Ammann|Seestr. 140|8002|Zürich|Switzerland
Atelier Pédale|Noé Girard|21 rue Kléber|67000|Strasbourg|France
Atelier Pedal|Frieda Lang|Kaiserstr. 60|76133|Karlsruhe|Germany
Rowery Wisła|Kasia Lis|ul. Długa 14|31-147|Kraków|Poland
Bici & Caffè|Gino Ferri|Via Po 3|10124|Torino|Italy
Speichenwerk|Nele Ott|Kanalstr. 5|48147|Münster|Germany
Tandem Nord|Ole Petersen|Holm 44|24937|Flensburg|Germany
Tandem Süd|Ines Wolf|Münsterplatz 1|79098|Freiburg|Germany
Le Petit Braquet|Zoé Blanc|5 place Bellecour|69002|Lyon|France
Rückenwind|Arne Brandt|Deichweg 8|26382|Wilhelmshaven|Germany
Bergauf|Hanna Moser|Gasse 11|6020|Innsbruck|Austria
Pedalkraft|Deniz Kaya|Weserstr. 70|12045|Berlin|Germany
Pedalkraft West|Deniz Kaya|Kantstr. 33|10625|Berlin|Germany
Roue Libre|Émile Roux|9 rue de Nantes|35000|Rennes|France
Klingeling|Wanda Schulz|Domplatz 6|99084|Erfurt|Germany
Gepäckträger|Bo Lindqvist|Lübecker Str. 2|19053|Schwerin|Germany
Zum Ritzel|Karl Zander|Alte Gasse 19|86152|Augsburg|Germany
Zur Kurbel|Karla Zander|Neue Gasse 20|86150|Augsburg|Germany
Sattelfest|Rosa Engel|Ring 88|50676|Köln|Germany
Fahrradies|Uwe Peters|Lister Meile 27|30161|Hannover|Germany
Cycles Lefèvre|Anne Lefèvre|40 rue Neuve|59800|Lille|France
Cycles Lefebvre|Hugo Lefebvre|2 rue Basse|59800|Lille|France
""".strip()


def _customer(number: int, line: str) -> Customer:
    company, contact, street, postcode, city, country = line.split("|")
    return Customer(
        customer_id=number,
        company=company,
        contact=contact,
        street=street,
        postcode=postcode,
        city=city,
        country=country,
        phone=f"+49 40 55{number * 37 % 90 + 10} {number * 53 % 9000 + 1000}",
        email=f"einkauf{number}@kunde.example",
        credit_limit=(2000, 5000, 8000, 12000, 20000)[number * 3 % 5],
    )


CUSTOMERS = tuple(_customer(number, line) for number, line in enumerate(_COMPANIES.splitlines(), 1))

_STATUS = ("delivered", "delivered", "sent", "open", "delivered", "cancelled", "delivered", "open",
           "sent", "delivered", "open")  # fmt: skip
ORDERS = tuple(
    Order(
        order_id=5000 + number,
        customer_id=number * 11 % len(CUSTOMERS) + 1,
        ordered_on=date(2026, 1, 5) + timedelta(days=number * 4 // 5),
        status=_STATUS[number * 5 % len(_STATUS)],
    )
    for number in range(140)
)


def _lines() -> tuple[Line, ...]:
    found: list[Line] = []
    for number, order in enumerate(ORDERS):
        for place in range(1 + number * 7 % 4):
            product = PRODUCTS[(number * 13 + place * 17) % len(PRODUCTS)]
            line = Line(
                line_id=len(found) + 1,
                order_id=order.order_id,
                product_id=product.product_id,
                quantity=1 + (number * 5 + place * 3) % 9,
                unit_price=product.price,
            )
            found.append(line)
    return tuple(found)


LINES = _lines()

WAREHOUSES = ("Hamburg", "Leipzig", "Lyon")
STOCK = tuple(
    Stock(
        stock_id=index + 1,
        product_id=product.product_id,
        warehouse=WAREHOUSES[index % 3],
        pieces=(product.product_id * 29 + index * 17) % 83,
    )
    for index, product in enumerate(each for each in PRODUCTS for _ in WAREHOUSES)
)

_GRIEFS = (
    "The box was wet and the labels came off.",
    "One piece too few; the delivery note says otherwise.",
    "Falsche Farbe geliefert, bitte umtauschen.",
    "La selle grince après une semaine.",
    "Bell does not ring 🙁",
    "Scratches on the frame, photos were sent.",
    "The parcel stood in the rain for two days at the neighbour's. The driver had rung at the "
    "wrong door, left a card without a number, and the hotline said three times that it had been "
    "handed over in person. We dried everything, but the leather has stains that cannot be "
    "removed, and two of the cartons can no longer be sold as new. We want a credit note over "
    "half of the price, or new goods before the season begins on 20 March. Wir sind seit elf "
    "Jahren Kunde und erwarten eine Antwort. Merci d'avance.",
)
COMPLAINTS = tuple(
    Complaint(
        complaint_id=number,
        order_id=ORDERS[number * 4].order_id,
        received_on=ORDERS[number * 4].ordered_on + timedelta(days=9 + number % 5),
        text=_GRIEFS[number * 3 % len(_GRIEFS)],
        settled=int(number % 3 == 0),
    )
    for number in range(1, 31)
)

Record = Supplier | Product | Customer | Order | Line | Stock | Complaint

TABLES: dict[str, tuple[Record, ...]] = {
    "suppliers": SUPPLIERS,
    "products": PRODUCTS,
    "customers": CUSTOMERS,
    "orders": ORDERS,
    "order_lines": LINES,
    "stock": STOCK,
    "complaints": COMPLAINTS,
}
"""Tables in an order in which each refers only to earlier ones."""

SCHEMA = """
CREATE TABLE suppliers (
  supplier_id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(80) NOT NULL,
  country VARCHAR(40) NOT NULL, email VARCHAR(120) NOT NULL);
CREATE TABLE products (
  product_id INT AUTO_INCREMENT PRIMARY KEY, article VARCHAR(12) NOT NULL UNIQUE,
  name VARCHAR(80) NOT NULL, category VARCHAR(30) NOT NULL, colour VARCHAR(20) NULL,
  price DECIMAL(8,2) NOT NULL, supplier_id INT NOT NULL,
  FOREIGN KEY (supplier_id) REFERENCES suppliers (supplier_id));
CREATE TABLE customers (
  customer_id INT AUTO_INCREMENT PRIMARY KEY, company VARCHAR(80) NOT NULL,
  contact VARCHAR(80) NOT NULL, street VARCHAR(80) NOT NULL, postcode VARCHAR(10) NOT NULL,
  city VARCHAR(40) NOT NULL, country VARCHAR(40) NOT NULL, phone VARCHAR(30) NOT NULL,
  email VARCHAR(120) NOT NULL, credit_limit INT NOT NULL, KEY city (city));
CREATE TABLE orders (
  order_id INT AUTO_INCREMENT PRIMARY KEY, customer_id INT NOT NULL, ordered_on DATE NOT NULL,
  status ENUM('open','sent','delivered','cancelled') NOT NULL DEFAULT 'open',
  FOREIGN KEY (customer_id) REFERENCES customers (customer_id));
CREATE TABLE order_lines (
  line_id INT AUTO_INCREMENT PRIMARY KEY, order_id INT NOT NULL, product_id INT NOT NULL,
  quantity INT NOT NULL, unit_price DECIMAL(8,2) NOT NULL,
  FOREIGN KEY (order_id) REFERENCES orders (order_id),
  FOREIGN KEY (product_id) REFERENCES products (product_id));
CREATE TABLE stock (
  stock_id INT AUTO_INCREMENT PRIMARY KEY, product_id INT NOT NULL,
  warehouse VARCHAR(30) NOT NULL, pieces INT NOT NULL,
  FOREIGN KEY (product_id) REFERENCES products (product_id));
CREATE TABLE complaints (
  complaint_id INT AUTO_INCREMENT PRIMARY KEY, order_id INT NOT NULL, received_on DATE NOT NULL,
  text TEXT NOT NULL, settled TINYINT(1) NOT NULL DEFAULT 0,
  FOREIGN KEY (order_id) REFERENCES orders (order_id));
"""
_VIEW = """
CREATE VIEW open_orders AS
SELECT o.order_id, o.ordered_on, c.company, c.city
FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status = 'open';
"""


def sql() -> str:
    """Return the whole database as SQL statements."""
    parts = [
        f"CREATE DATABASE {DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;",
        f"USE {DATABASE};",
        "SET NAMES utf8mb4;",
        SCHEMA,
    ]
    for table, records in TABLES.items():
        rows = ",\n".join(
            "(" + ", ".join(_literal(value) for value in astuple(each)) + ")" for each in records
        )
        parts.append(f"INSERT INTO {table} VALUES\n{rows};")
    return "\n".join([*parts, _VIEW])


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, int | float):
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"
