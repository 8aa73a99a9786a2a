-- Why: staff see what is in a pack that was ordered, as the shopper chose it and as it was called then: [{"product_id",
-- "combination_id", "name", "combination_name", "quantity"}], the pieces of one pack. Empty for what is no pack, and for packs that
-- were ordered before.
ALTER TABLE order_lines ADD COLUMN parts jsonb NOT NULL DEFAULT '[]';
