-- How much stands in each warehouse and how much of it is promised to orders (design 6.5).
--
-- A key is (product, combination). The nil UUID stands for "no combination": unlike NULL it can be part of
-- a primary key and compares with `=`.
--
-- No index holds on_hand or reserved, so that a reservation is a heap-only update; the fill factor leaves
-- room for it in the page of a product that many buy at once.
CREATE TABLE stock_levels (
    product_id     uuid    NOT NULL,
    combination_id uuid    NOT NULL,
    warehouse_id   uuid    NOT NULL REFERENCES warehouses (id),
    on_hand        integer NOT NULL,
    reserved       integer NOT NULL DEFAULT 0,
    PRIMARY KEY (product_id, combination_id, warehouse_id),
    CONSTRAINT stock_levels_add_up CHECK (0 <= reserved AND reserved <= on_hand),
    CONSTRAINT stock_levels_on_hand_in_range CHECK (on_hand <= 1000000000)
) WITH (fillfactor = 50);
CREATE INDEX stock_levels_by_warehouse ON stock_levels (warehouse_id);
