-- The tables that one checkout writes, as the services have them, in one database: the limit has no network between.
DROP SCHEMA IF EXISTS bench_limit CASCADE;
CREATE SCHEMA bench_limit;
SET search_path = bench_limit;
CREATE TABLE stock (
    product_id integer PRIMARY KEY,
    on_hand integer NOT NULL,
    reserved integer NOT NULL DEFAULT 0,
    CHECK (0 <= reserved AND reserved <= on_hand)
) WITH (fillfactor = 50);
CREATE TABLE reservation (id bigserial PRIMARY KEY, product_id integer NOT NULL, quantity integer NOT NULL, expires_at timestamptz);
CREATE TABLE orders (
    id bigserial PRIMARY KEY, status text NOT NULL, phone text NOT NULL, body jsonb NOT NULL, total bigint NOT NULL,
    placed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON orders (status, id);
CREATE INDEX ON orders (phone, id);
CREATE TABLE order_line (
    order_id bigint NOT NULL, position integer NOT NULL, product_id integer NOT NULL, quantity integer NOT NULL,
    unit_price bigint NOT NULL, body jsonb NOT NULL, PRIMARY KEY (order_id, position)
);
CREATE TABLE timeline (id bigserial PRIMARY KEY, order_id bigint NOT NULL, kind text NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE idempotency (key text PRIMARY KEY, request_hash text NOT NULL, response bytea NOT NULL);
CREATE TABLE outbox (id bigserial PRIMARY KEY, type text NOT NULL, payload bytea NOT NULL, published_at timestamptz);
CREATE INDEX ON outbox (id) WHERE published_at IS NULL;
INSERT INTO stock SELECT n, 1000000000, 0 FROM generate_series(1, :products) n;
