-- Why: what delivered orders sold, for the bestsellers. One row per order and product: hearing an order again
-- changes nothing.
CREATE TABLE sales (
    order_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    units      bigint NOT NULL CHECK (units > 0),
    sold_at    timestamptz NOT NULL,
    PRIMARY KEY (order_id, product_id)
);
CREATE INDEX sales_product ON sales (product_id) INCLUDE (units);
