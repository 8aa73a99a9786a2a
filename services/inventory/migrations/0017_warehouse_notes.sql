-- Why: opening or closing a warehouse changes what can be sold of all that stands there. A note for each of a million keys took
-- longer than the call may, and whatever else changed waited behind them. Now it is one note, and how far its keys were told.
CREATE TABLE warehouse_notes (
    warehouse_id   uuid PRIMARY KEY REFERENCES warehouses (id),
    -- The last key that was told; the nil key is before all.
    product_id     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    combination_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
