-- Why: staff look for a part of a name or a SKU. Looked for where they stand, each product is asked in three tables and each of its
-- texts lower-cased; here all of one are a single text in a narrow row. Kept by triggers, so that no write path can forget, a release
-- before and a statement by hand neither.
CREATE TABLE product_search_texts (
    number bigint PRIMARY KEY REFERENCES products (number) ON DELETE CASCADE,
    text   text NOT NULL
);
COMMENT ON TABLE product_search_texts IS 'what search_texts_of_products says of each product that has a name or a SKU';

-- What products are found by: names and SKUs in lower case, a line each, so that what is typed matches within one of them. A line begins
-- with a space: its first word begins as the others do.
CREATE VIEW search_texts_of_products AS
SELECT p.id AS product_id, p.number,
       ' ' || lower(concat_ws(E'\n ',
           (SELECT string_agg(t.name, E'\n ' ORDER BY t.language) FROM product_texts t WHERE t.product_id = p.id),
           nullif(p.sku, ''),
           (SELECT string_agg(c.sku, E'\n ' ORDER BY c.sku) FROM combinations c WHERE c.product_id = p.id AND c.sku <> ''))) AS text
  FROM products p;

CREATE FUNCTION save_product_search_texts(changed uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    IF changed IS NULL THEN
        RETURN;
    END IF;
    -- Who changes another line of these texts at this moment is waited for, and seen by the next statement.
    PERFORM FROM products WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO product_search_texts AS kept (number, text)
    SELECT number, text FROM search_texts_of_products WHERE product_id = ANY (changed) ORDER BY number
        ON CONFLICT (number) DO UPDATE SET text = excluded.text WHERE kept.text <> excluded.text;
END
$$;

CREATE FUNCTION keep_search_texts_of_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM after_rows;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM before_rows;
    ELSE
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id))
           FROM (SELECT product_id
                   FROM (SELECT product_id, language, name, 1 AS side FROM after_rows
                         UNION ALL SELECT product_id, language, name, -1 FROM before_rows) names
                  GROUP BY product_id, language, name HAVING sum(side) <> 0) changed;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION keep_search_texts_of_combinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM after_rows WHERE sku <> '';
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id)) FROM before_rows WHERE sku <> '';
    ELSE
        PERFORM save_product_search_texts(array_agg(DISTINCT product_id))
           FROM (SELECT product_id
                   FROM (SELECT product_id, sku, 1 AS side FROM after_rows WHERE sku <> ''
                         UNION ALL SELECT product_id, sku, -1 FROM before_rows WHERE sku <> '') skus
                  GROUP BY product_id, sku HAVING sum(side) <> 0) changed;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION keep_search_text_of_sku() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM save_product_search_texts(ARRAY[NEW.id]);
    RETURN NULL;
END
$$;

CREATE TRIGGER search_texts_of_new_sku AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.sku <> '') EXECUTE FUNCTION keep_search_text_of_sku();
CREATE TRIGGER search_texts_of_sku AFTER UPDATE OF sku ON products
    FOR EACH ROW WHEN (OLD.sku <> NEW.sku) EXECUTE FUNCTION keep_search_text_of_sku();
CREATE TRIGGER search_texts_of_new_names AFTER INSERT ON product_texts REFERENCING NEW TABLE AS after_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_names();
CREATE TRIGGER search_texts_of_names AFTER UPDATE ON product_texts
    REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_names();
CREATE TRIGGER search_texts_of_gone_names AFTER DELETE ON product_texts REFERENCING OLD TABLE AS before_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_names();
CREATE TRIGGER search_texts_of_new_combinations AFTER INSERT ON combinations REFERENCING NEW TABLE AS after_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_combinations();
CREATE TRIGGER search_texts_of_combinations AFTER UPDATE ON combinations
    REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_combinations();
CREATE TRIGGER search_texts_of_gone_combinations AFTER DELETE ON combinations REFERENCING OLD TABLE AS before_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_search_texts_of_combinations();
