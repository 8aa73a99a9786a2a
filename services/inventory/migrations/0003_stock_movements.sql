-- The ledger: every change of on_hand, who made it and why. Rows are only ever added; the sum of a key's
-- quantities in a warehouse is its on_hand (design 6.5).
CREATE TABLE stock_movements (
    id             uuid PRIMARY KEY,
    -- Given out while the level's row is locked, so that a key's rows follow each other: after = the next before.
    sequence       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    warehouse_id   uuid        NOT NULL REFERENCES warehouses (id),
    product_id     uuid        NOT NULL,
    combination_id uuid        NOT NULL,
    kind           text        NOT NULL CHECK (kind IN ('received', 'shipped', 'returned', 'adjusted')),
    quantity       integer     NOT NULL CHECK (quantity <> 0),
    before         integer     NOT NULL CHECK (before >= 0),
    after          integer     NOT NULL CHECK (after >= 0),
    reason         text        NOT NULL CHECK (char_length(reason) <= 500),
    actor_id       uuid,
    actor_name     text        NOT NULL,
    order_id       uuid,
    at             timestamptz NOT NULL,
    CONSTRAINT stock_movements_add_up CHECK (after = before + quantity),
    CONSTRAINT stock_movements_direction CHECK (
        CASE kind WHEN 'shipped' THEN quantity < 0 WHEN 'adjusted' THEN true ELSE quantity > 0 END
    ),
    CONSTRAINT stock_movements_order CHECK ((kind IN ('shipped', 'returned')) = (order_id IS NOT NULL))
);

-- An order leaves a shelf once and comes back to it once, however often its events are delivered.
CREATE UNIQUE INDEX stock_movements_once_per_order
    ON stock_movements (order_id, kind, product_id, combination_id, warehouse_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_movements_by_key ON stock_movements (product_id, combination_id, sequence DESC);
CREATE INDEX stock_movements_by_warehouse ON stock_movements (warehouse_id, sequence DESC);

CREATE FUNCTION refuse_ledger_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the stock ledger is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER stock_movements_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_rewrite();
