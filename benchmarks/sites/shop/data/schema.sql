-- The shop's tables. Money is in cents. The application id marks a file as ours.
PRAGMA application_id = 1397245264;
PRAGMA user_version = 1;

CREATE TABLE product (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    category_slug TEXT NOT NULL,
    kind TEXT NOT NULL,
    hue INTEGER NOT NULL,
    price INTEGER NOT NULL,
    was INTEGER,
    stock INTEGER NOT NULL CHECK (stock >= 0),
    description TEXT NOT NULL,
    specs TEXT NOT NULL,
    search_text TEXT NOT NULL
);

CREATE TABLE review (
    id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES product (id),
    author TEXT NOT NULL,
    stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    written_on TEXT NOT NULL
);
CREATE INDEX review_product ON review (product_id);

CREATE VIEW listed_product AS
SELECT product.*,
       (SELECT ROUND(AVG(stars), 1) FROM review WHERE product_id = product.id) AS rating,
       (SELECT COUNT(*) FROM review WHERE product_id = product.id) AS review_count
FROM product;

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name TEXT NOT NULL,
    salt BLOB NOT NULL,
    password_hash BLOB NOT NULL
);

CREATE TABLE session (
    id TEXT PRIMARY KEY,
    account_id INTEGER REFERENCES account (id),
    message TEXT NOT NULL DEFAULT ''
);

CREATE TABLE basket_line (
    session_id TEXT NOT NULL REFERENCES session (id),
    product_id INTEGER NOT NULL REFERENCES product (id),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (session_id, product_id)
);

CREATE TABLE customer_order (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT,
    account_id INTEGER REFERENCES account (id),
    placed_on TEXT NOT NULL,
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    address TEXT NOT NULL,
    city TEXT NOT NULL,
    postcode TEXT NOT NULL,
    country TEXT NOT NULL,
    delivery TEXT NOT NULL,
    delivery_price INTEGER NOT NULL
);

CREATE TABLE order_line (
    order_number INTEGER NOT NULL REFERENCES customer_order (number),
    product_id INTEGER NOT NULL REFERENCES product (id),
    name TEXT NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (order_number, product_id)
);
