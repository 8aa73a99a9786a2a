-- Why: a product is shown on the page that the merchant chose for it (spec 2 "Product page variants"): with everything, simpler,
-- by name and order form alone, or without a picker of combinations.
ALTER TABLE products ADD COLUMN page text NOT NULL DEFAULT 'full';
ALTER TABLE products ADD CONSTRAINT products_page CHECK (page IN ('full', 'simpler', 'minimal', 'no_picker')) NOT VALID;
