-- Why: an order is placed by a shopper, or taken by staff at the prices of shoppers or of wholesalers; what is added to it later costs the
-- same kind of price. What was taken before is told as a shopper's: staff took orders in no release, and who did stands in the timeline.
ALTER TABLE orders ADD COLUMN type text NOT NULL DEFAULT 'weborder';
ALTER TABLE orders
    ADD CONSTRAINT orders_type_check CHECK (type IN ('weborder', 'phoneorder', 'wholesalerorder')) NOT VALID;
