-- What catalog dropped and still stands in a warehouse, by the name that the list of stock is ordered by: the list is what
-- catalog sells and these, and passes over nothing else that was dropped ever. Kept by triggers, so that no write path can
-- forget; a sale calls none unless it takes the last piece from a shelf.
CREATE TABLE leftovers (
    product_id      uuid NOT NULL,
    combination_id  uuid NOT NULL,
    warehouse_id    uuid NOT NULL,
    product_name_fr text NOT NULL,
    PRIMARY KEY (product_id, combination_id, warehouse_id)
);
CREATE INDEX leftovers_in_order ON leftovers (warehouse_id, product_name_fr, product_id, combination_id);

CREATE FUNCTION keep_leftover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    item sellable_items;
BEGIN
    -- Held, so that who lists or drops it meanwhile sees this level, or is seen here.
    SELECT * INTO item FROM sellable_items i
     WHERE i.product_id = NEW.product_id AND i.combination_id = NEW.combination_id FOR SHARE;
    IF NOT FOUND OR item.listed THEN
        RETURN NULL;
    END IF;
    IF NEW.on_hand > 0 THEN
        INSERT INTO leftovers (product_id, combination_id, warehouse_id, product_name_fr)
        VALUES (NEW.product_id, NEW.combination_id, NEW.warehouse_id, item.product_name_fr) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM leftovers l WHERE l.product_id = NEW.product_id AND l.combination_id = NEW.combination_id
           AND l.warehouse_id = NEW.warehouse_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION keep_leftovers_of_listed() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    DELETE FROM leftovers l USING changed c
     WHERE l.product_id = c.product_id AND l.combination_id = c.combination_id AND c.listed;
    INSERT INTO leftovers (product_id, combination_id, warehouse_id, product_name_fr)
    SELECT l.product_id, l.combination_id, l.warehouse_id, c.product_name_fr
      FROM changed c JOIN stock_levels l USING (product_id, combination_id) WHERE NOT c.listed AND l.on_hand > 0
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER leftovers_of_added AFTER INSERT ON stock_levels
    FOR EACH ROW WHEN (NEW.on_hand > 0) EXECUTE FUNCTION keep_leftover();
CREATE TRIGGER leftovers_of_changed AFTER UPDATE ON stock_levels
    FOR EACH ROW WHEN ((OLD.on_hand > 0) <> (NEW.on_hand > 0)) EXECUTE FUNCTION keep_leftover();
CREATE TRIGGER leftovers_of_new AFTER INSERT ON sellable_items REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_leftovers_of_listed();
CREATE TRIGGER leftovers_of_listed AFTER UPDATE ON sellable_items REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_leftovers_of_listed();
