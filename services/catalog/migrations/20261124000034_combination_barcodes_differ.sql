-- no-transaction
-- Why: a barcode says which of a product's combinations it is.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS combinations_barcode ON combinations (product_id, barcode) WHERE barcode <> '';
