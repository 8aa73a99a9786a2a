-- What orders hold. The row of `reservations` is the lock of an order; its items are the rows of
-- `stock_levels` that it took from and are deleted when it gives them back, so that in every state
-- sum(reserved) of a level = sum(quantity) of the items of held and confirmed reservations.
CREATE TABLE reservations (
    order_id       uuid PRIMARY KEY,
    state          text        NOT NULL CHECK (state IN ('held', 'confirmed', 'released', 'shipped', 'returned')),
    -- Why nothing is held: a cancelled order never holds again, the others may. `unheld` is an order that
    -- we know by an event and that holds nothing yet, or that the stock did not suffice for.
    release_reason text        CHECK (release_reason IN ('expired', 'requested', 'cancelled', 'unheld')),
    expires_at     timestamptz,
    -- The newest version of the order that an event brought; 0 before the first.
    order_version  bigint      NOT NULL DEFAULT 0 CHECK (order_version >= 0),
    -- Grows with each change of this row; orders the events that we publish about it.
    version        bigint      NOT NULL DEFAULT 1 CHECK (version > 0),
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    CONSTRAINT reservations_expiry CHECK ((state = 'held') = (expires_at IS NOT NULL)),
    CONSTRAINT reservations_release_reason CHECK ((state = 'released') = (release_reason IS NOT NULL))
);
CREATE INDEX reservations_to_expire ON reservations (expires_at) WHERE state = 'held';

CREATE TABLE reservation_items (
    order_id       uuid    NOT NULL REFERENCES reservations (order_id),
    product_id     uuid    NOT NULL,
    combination_id uuid    NOT NULL,
    warehouse_id   uuid    NOT NULL,
    quantity       integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (order_id, product_id, combination_id, warehouse_id),
    FOREIGN KEY (product_id, combination_id, warehouse_id)
        REFERENCES stock_levels (product_id, combination_id, warehouse_id)
);
