-- What is about to run out is kept: the keys that catalog lists and that have at most 100 pieces. Read from the published
-- availability the list passed over every key that catalog ever dropped, and each sale wrote the index of its order. Kept by
-- triggers, so that no write path can forget. Who writes a key's row here holds its row of `availability`.
CREATE TABLE low_stock (
    product_id     uuid   NOT NULL,
    combination_id uuid   NOT NULL,
    available      bigint NOT NULL CHECK (available BETWEEN 0 AND 100),
    PRIMARY KEY (product_id, combination_id)
);
CREATE INDEX low_stock_scarcest ON low_stock (available, product_id, combination_id);

CREATE FUNCTION keep_low_stock_of_amounts() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        -- Who drops a key at this moment can't see that it is published for the first time.
        PERFORM FROM sellable_items i JOIN changed c USING (product_id, combination_id) WHERE c.available <= 100 FOR SHARE OF i;
    END IF;
    DELETE FROM low_stock l USING changed c
     WHERE l.product_id = c.product_id AND l.combination_id = c.combination_id AND c.available > 100;
    INSERT INTO low_stock (product_id, combination_id, available)
    SELECT c.product_id, c.combination_id, c.available FROM changed c JOIN sellable_items i USING (product_id, combination_id)
     WHERE i.listed AND c.available <= 100
        ON CONFLICT (product_id, combination_id) DO UPDATE SET available = EXCLUDED.available;
    RETURN NULL;
END
$$;

CREATE FUNCTION keep_low_stock_of_listed() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    -- In the order in which who publishes locks them.
    PERFORM FROM availability a JOIN changed c USING (product_id, combination_id)
      ORDER BY a.product_id, a.combination_id FOR NO KEY UPDATE OF a;
    DELETE FROM low_stock l USING changed c
     WHERE l.product_id = c.product_id AND l.combination_id = c.combination_id AND NOT c.listed;
    INSERT INTO low_stock (product_id, combination_id, available)
    SELECT a.product_id, a.combination_id, a.available FROM changed c JOIN availability a USING (product_id, combination_id)
     WHERE c.listed AND a.available <= 100
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- Who writes these tables waits from here to the end of this file, so that nothing is missed: events, no order.
CREATE TRIGGER low_stock_of_added AFTER INSERT ON availability REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_low_stock_of_amounts();
CREATE TRIGGER low_stock_of_changed AFTER UPDATE ON availability REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_low_stock_of_amounts();
CREATE TRIGGER low_stock_of_new AFTER INSERT ON sellable_items REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_low_stock_of_listed();
CREATE TRIGGER low_stock_of_listed AFTER UPDATE ON sellable_items REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_low_stock_of_listed();

INSERT INTO low_stock (product_id, combination_id, available)
SELECT a.product_id, a.combination_id, a.available FROM availability a JOIN sellable_items i USING (product_id, combination_id)
 WHERE i.listed AND a.available <= 100;
