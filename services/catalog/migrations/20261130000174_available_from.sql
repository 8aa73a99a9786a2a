-- Why: a product may be shown before it can be ordered, until a day of Algiers (issue 9, the available date of spec 3).
ALTER TABLE products ADD COLUMN available_from date;
ALTER TABLE products
    ADD CONSTRAINT products_available_from CHECK (available_from BETWEEN '2000-01-01' AND '2100-12-31') NOT VALID;
