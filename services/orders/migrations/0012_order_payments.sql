-- A delivery can be taken back and a payment reversed (design 6).
--
-- `payment_version` counts the payments of the order and their reversals, as payments numbers them: what comes late doesn't
-- undo what is newer. `return_reason` is why the parcel is on its way back.
ALTER TABLE orders
    ADD COLUMN payment_version bigint NOT NULL DEFAULT 0,
    ADD COLUMN return_reason text NOT NULL DEFAULT '';

-- Two more kinds; NOT VALID, because what is there is of the kinds of before and a scan would hold the table.
ALTER TABLE order_timeline
    DROP CONSTRAINT order_timeline_kind_check,
    ADD CONSTRAINT order_timeline_kind_check CHECK (
        kind IN ('placed', 'unreachable', 'confirmed', 'preparing', 'cancelled', 'shipped', 'attempted', 'delivered', 'returning',
                 'returned', 'settled', 'note', 'stock', 'payment_reversed', 'overpaid')
    ) NOT VALID;
