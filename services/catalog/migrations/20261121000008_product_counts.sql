-- Why: how many products a category or a brand shows stands beside its name everywhere. Counting a million rows
-- for that is what a page would cost, so the numbers are kept: by the statements that change products, once per
-- statement and with the rows locked in one order, whoever sends it.
ALTER TABLE categories ADD COLUMN products bigint NOT NULL DEFAULT 0 CHECK (products >= 0);
ALTER TABLE brands ADD COLUMN products bigint NOT NULL DEFAULT 0 CHECK (products >= 0);
COMMENT ON COLUMN categories.products IS 'active products filed under the category itself, not below it';
COMMENT ON COLUMN brands.products IS 'active products of the brand';

UPDATE categories SET products = counted.products
  FROM (SELECT category_id, count(*) AS products FROM products WHERE active GROUP BY category_id) AS counted
 WHERE counted.category_id = categories.id;
UPDATE brands SET products = counted.products
  FROM (SELECT brand_id, count(*) AS products FROM products WHERE active GROUP BY brand_id) AS counted
 WHERE counted.brand_id = brands.id;

-- Of each product that the statement changed: where it was counted, and where it is now.
CREATE FUNCTION keep_product_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    left_categories uuid[]; left_brands uuid[]; entered_categories uuid[]; entered_brands uuid[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(category_id), array_agg(brand_id) INTO entered_categories, entered_brands
          FROM after_rows WHERE active;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(category_id), array_agg(brand_id) INTO left_categories, left_brands
          FROM before_rows WHERE active;
    ELSE
        SELECT array_agg(b.category_id) FILTER (WHERE b.active), array_agg(b.brand_id) FILTER (WHERE b.active),
               array_agg(a.category_id) FILTER (WHERE a.active), array_agg(a.brand_id) FILTER (WHERE a.active)
          INTO left_categories, left_brands, entered_categories, entered_brands
          FROM before_rows b JOIN after_rows a USING (id)
         WHERE (b.active, b.category_id, b.brand_id) IS DISTINCT FROM (a.active, a.category_id, a.brand_id);
    END IF;
    IF left_categories IS NULL AND entered_categories IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM FROM categories WHERE id = ANY (left_categories || entered_categories) ORDER BY id FOR NO KEY UPDATE;
    UPDATE categories SET products = products + moved.by
      FROM (SELECT id, sum(step) AS by
              FROM (SELECT unnest(entered_categories), 1 UNION ALL SELECT unnest(left_categories), -1) AS one (id, step)
             GROUP BY id HAVING sum(step) <> 0) AS moved
     WHERE moved.id = categories.id;
    PERFORM FROM brands WHERE id = ANY (left_brands || entered_brands) ORDER BY id FOR NO KEY UPDATE;
    UPDATE brands SET products = products + moved.by
      FROM (SELECT id, sum(step) AS by
              FROM (SELECT unnest(entered_brands), 1 UNION ALL SELECT unnest(left_brands), -1) AS one (id, step)
             WHERE id IS NOT NULL GROUP BY id HAVING sum(step) <> 0) AS moved
     WHERE moved.id = brands.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER product_counts_insert AFTER INSERT ON products
    REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_product_counts();
CREATE TRIGGER product_counts_update AFTER UPDATE ON products
    REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_product_counts();
CREATE TRIGGER product_counts_delete AFTER DELETE ON products
    REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_product_counts();
