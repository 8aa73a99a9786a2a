-- Orders, their lines and their timeline (design 6). Sums and statuses are constraints, so that no code path and
-- no operator can write an order that doesn't add up.
CREATE SEQUENCE order_numbers START 10001;

CREATE TABLE orders (
    id               uuid PRIMARY KEY,
    -- Shown as "A-10234".
    number           bigint NOT NULL UNIQUE,
    version          bigint NOT NULL CHECK (version > 0),
    status           text NOT NULL CHECK (status IN ('placed', 'unreachable', 'confirmed', 'preparing', 'cancelled', 'shipped',
                                                     'attempted', 'delivered', 'returning', 'returned', 'settled')),
    stock            text NOT NULL CHECK (stock IN ('reserved', 'pending', 'rejected')),
    visitor_id       uuid NOT NULL,
    first_name       text NOT NULL,
    last_name        text NOT NULL,
    phone            text NOT NULL CHECK (phone ~ '^0[0-9]{9}$'),
    email            text NOT NULL DEFAULT '',
    address          text NOT NULL DEFAULT '',
    wilaya_code      text NOT NULL REFERENCES wilayas (code),
    wilaya_name      text NOT NULL,
    commune_code     text NOT NULL REFERENCES communes (code),
    commune_name     text NOT NULL,
    transporter_id   uuid NOT NULL REFERENCES transporters (id),
    transporter_name text NOT NULL,
    delivery_type    text NOT NULL CHECK (delivery_type IN ('home', 'desk')),
    -- Centimes, all three.
    products_total   bigint NOT NULL CHECK (products_total >= 0),
    delivery_price   bigint NOT NULL CHECK (delivery_price >= 0),
    total            bigint NOT NULL,
    language         text NOT NULL CHECK (language IN ('fr', 'ar', 'en')),
    tracking_number  text NOT NULL DEFAULT '',
    placed_at        timestamptz NOT NULL,
    delivered_at     timestamptz,
    -- Who made the latest change; empty id: the shopper or the shop.
    actor_id         text NOT NULL DEFAULT '',
    actor_name       text NOT NULL,
    -- What staff search in: number, phone, name.
    search           text NOT NULL GENERATED ALWAYS AS
                     ('a-' || number::text || ' ' || phone || ' ' || lower(first_name || ' ' || last_name)) STORED,
    CONSTRAINT orders_total_adds_up CHECK (total = products_total + delivery_price),
    CONSTRAINT orders_delivered_has_a_time CHECK (status NOT IN ('delivered', 'settled') OR delivered_at IS NOT NULL)
);
CREATE INDEX orders_by_status ON orders (status, number);
CREATE INDEX orders_by_phone ON orders (phone, number);

CREATE TABLE order_lines (
    order_id         uuid NOT NULL REFERENCES orders (id),
    position         integer NOT NULL,
    product_id       uuid NOT NULL,
    combination_id   uuid,
    -- {"fr", "ar", "en"}, as they read when the order was placed.
    name             jsonb NOT NULL,
    combination_name jsonb NOT NULL,
    sku              text NOT NULL,
    image            text NOT NULL,
    quantity         integer NOT NULL CHECK (quantity BETWEEN 1 AND 999),
    -- Centimes per unit: what was charged, before tax, with tax.
    unit_price       bigint NOT NULL CHECK (unit_price >= 0),
    unit_price_ht    bigint NOT NULL CHECK (unit_price_ht >= 0),
    unit_price_ttc   bigint NOT NULL CHECK (unit_price_ttc >= unit_price_ht),
    -- Hundredths of a percent.
    tax_rate         integer NOT NULL CHECK (tax_rate >= 0),
    total            bigint NOT NULL,
    -- What leaves the shelf for the whole line, packs expanded: [{"product_id", "combination_id", "quantity"}].
    stock_items      jsonb NOT NULL CHECK (jsonb_array_length(stock_items) > 0),
    PRIMARY KEY (order_id, position),
    CONSTRAINT order_lines_total_adds_up CHECK (total = quantity * unit_price)
);

CREATE TABLE order_timeline (
    id         uuid PRIMARY KEY,
    -- The order's changes wait for each other, so this is their order, whatever the clocks of several processes say.
    seq        bigint GENERATED ALWAYS AS IDENTITY,
    order_id   uuid NOT NULL REFERENCES orders (id),
    kind       text NOT NULL CHECK (kind IN ('placed', 'unreachable', 'confirmed', 'preparing', 'cancelled', 'shipped', 'attempted',
                                             'delivered', 'returning', 'returned', 'settled', 'note', 'stock')),
    note       text NOT NULL,
    -- What the step recorded: trackingNumber, reason, nextCallAt.
    data       jsonb NOT NULL,
    actor_id   text NOT NULL,
    actor_name text NOT NULL,
    at         timestamptz NOT NULL
);
CREATE INDEX order_timeline_by_order ON order_timeline (order_id, seq);
