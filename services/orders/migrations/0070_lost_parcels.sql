-- A parcel can be lost, and one that was not on its way back is delivered after all (design 6). `delivery_version` counts the
-- deliveries of an order and what took them back; 0 also of what was delivered before it was counted, and worked out then.
-- NOT VALID, because what is there is of the statuses and kinds of before and a scan would hold the tables.
ALTER TABLE orders
    ADD COLUMN delivery_version bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT orders_status_check,
    ADD CONSTRAINT orders_status_check CHECK (
        status IN ('placed', 'unreachable', 'confirmed', 'preparing', 'cancelled', 'shipped', 'attempted', 'delivered', 'returning',
                   'returned', 'lost', 'settled')
    ) NOT VALID;

ALTER TABLE order_timeline
    DROP CONSTRAINT order_timeline_kind_check,
    ADD CONSTRAINT order_timeline_kind_check CHECK (
        kind IN ('placed', 'unreachable', 'confirmed', 'preparing', 'cancelled', 'shipped', 'attempted', 'delivered', 'returning',
                 'returned', 'lost', 'settled', 'note', 'stock', 'payment_reversed', 'overpaid')
    ) NOT VALID;
