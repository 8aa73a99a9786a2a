-- The version of inventory's reservation that `stock` tells of: an answer that comes late doesn't undo a newer one, and a
-- newer one counts whatever was known before.
ALTER TABLE orders ADD COLUMN stock_version bigint NOT NULL DEFAULT 0 CHECK (stock_version >= 0);
