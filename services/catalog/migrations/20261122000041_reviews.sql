-- Why: what shoppers say of products. It waits for the staff (`state`), who may answer it. E-mail and phone are for the staff alone.
-- `verified`: an order with this phone that holds the product was delivered, and not taken back.
CREATE TABLE reviews (
    id           uuid PRIMARY KEY,
    version      bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    product_id   uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    state        text NOT NULL CHECK (state IN ('pending', 'approved', 'refused')),
    rating       smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
    body         text NOT NULL CHECK (body <> ''),
    name         text NOT NULL CHECK (name <> ''),
    email        text NOT NULL,
    phone        text NOT NULL,
    purchased_on date NOT NULL,
    verified     boolean NOT NULL,
    images       jsonb NOT NULL,
    reply        text NOT NULL DEFAULT '',
    replied_at   timestamptz,
    created_at   timestamptz NOT NULL,
    CHECK ((reply = '') = (replied_at IS NULL))
);
-- What shoppers read of a product, newest first and by rating.
CREATE INDEX reviews_published ON reviews (product_id, id) WHERE state = 'approved';
CREATE INDEX reviews_published_by_rating ON reviews (product_id, rating, id) WHERE state = 'approved';
-- The staff's list, of all products and of one.
CREATE INDEX reviews_by_state ON reviews (state, rating, id);
CREATE INDEX reviews_of_product ON reviews (product_id, state, rating, id);
-- What a delivery makes verified, and what waits of one phone.
CREATE INDEX reviews_of_writer ON reviews (phone, product_id);

-- Why: how many published reviews a product has of each rating, 1 to 5: averages are never summed for a page.
CREATE TABLE product_ratings (
    product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    counts     integer[] NOT NULL CHECK (cardinality(counts) = 5 AND 0 <= ALL (counts))
);

-- Why: who bought what, for verified reviews: what the newest event of an order says. One row per order and product.
CREATE TABLE purchases (
    order_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    version    bigint NOT NULL,
    phone      text NOT NULL,
    -- False of a delivery that was taken back.
    delivered  boolean NOT NULL,
    PRIMARY KEY (order_id, product_id)
);
CREATE INDEX purchases_of_phone ON purchases (phone, product_id) WHERE delivered;

-- Why: the stored answer of each request that creates something, written with its effect (design 4).
CREATE TABLE idempotency_keys (
    scope        text        NOT NULL,
    key          text        NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
    request_hash bytea       NOT NULL,
    response     bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (scope, key)
);
-- Stored answers are forgotten by age.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
