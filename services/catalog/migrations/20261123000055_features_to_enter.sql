-- no-transaction
-- Why: products whose data sheet is still to be entered are found without reading all of them; empty once that is done.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_features_to_enter ON products (number)
    WHERE NOT features_entered AND features <> '[]';
