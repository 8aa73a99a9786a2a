-- no-transaction
-- Why: cheapest or dearest first, of what is sold or of what is not: drafts may all have one price.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_state_and_price ON products (active, price_ht, number DESC);
