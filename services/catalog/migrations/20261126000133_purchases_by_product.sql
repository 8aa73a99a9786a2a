-- no-transaction
-- Why: whoever deletes a product is refused where it was bought; the key begins with the order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_product ON purchases (product_id);
