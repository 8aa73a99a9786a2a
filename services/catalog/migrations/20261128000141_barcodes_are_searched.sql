-- Why: whoever scans a product, or types what stands under its bars, finds it as by its SKU: at the counter of an order by telephone,
-- in the list of products, anywhere that looks for one.
CREATE OR REPLACE VIEW search_texts_of_products AS
SELECT p.id AS product_id, p.number,
       ' ' || lower(concat_ws(E'\n ',
           (SELECT string_agg(t.name, E'\n ' ORDER BY t.language) FROM product_texts t WHERE t.product_id = p.id),
           nullif(p.sku, ''),
           (SELECT string_agg(c.sku, E'\n ' ORDER BY c.sku) FROM combinations c WHERE c.product_id = p.id AND c.sku <> ''),
           nullif(p.barcode, ''),
           (SELECT string_agg(c.barcode, E'\n ' ORDER BY c.barcode) FROM combinations c
             WHERE c.product_id = p.id AND c.barcode <> ''))) AS text
  FROM products p;
COMMENT ON TABLE product_search_texts IS 'what search_texts_of_products says of each product that has a name, a SKU or a barcode';

CREATE OR REPLACE FUNCTION keep_search_texts_of_combinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM after_rows WHERE sku <> '' OR barcode <> '';
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM before_rows WHERE sku <> '' OR barcode <> '';
    ELSE
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id))
           FROM (SELECT product_id
                   FROM (SELECT product_id, sku, barcode, 1 AS side FROM after_rows WHERE sku <> '' OR barcode <> ''
                         UNION ALL SELECT product_id, sku, barcode, -1 FROM before_rows WHERE sku <> '' OR barcode <> '') numbers
                  GROUP BY product_id, sku, barcode HAVING sum(side) <> 0) changed;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER search_texts_of_new_sku AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.sku <> '' OR NEW.barcode <> '') EXECUTE FUNCTION keep_search_text_of_sku();
CREATE OR REPLACE TRIGGER search_texts_of_sku AFTER UPDATE OF sku, barcode ON products
    FOR EACH ROW WHEN (OLD.sku <> NEW.sku OR OLD.barcode <> NEW.barcode) EXECUTE FUNCTION keep_search_text_of_sku();
