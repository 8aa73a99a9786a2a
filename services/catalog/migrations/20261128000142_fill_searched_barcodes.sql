-- no-transaction
-- Why: the texts of products whose barcodes were there before, by portions: who saves one of them meanwhile waits for its portion. What
-- is right already is passed over, so that a second try goes on where the first was refused a lock.
DO $$
DECLARE
    reached bigint := 0;
    last    bigint;
BEGIN
    LOOP
        PERFORM set_config('lock_timeout', '300ms', true);
        SELECT max(number) INTO last FROM (SELECT number FROM products WHERE number > reached ORDER BY number LIMIT 200) portion;
        EXIT WHEN last IS NULL;
        PERFORM save_product_search_texts(array_agg(p.id))
           FROM products p
           JOIN search_texts_of_products wanted ON wanted.product_id = p.id
           LEFT JOIN product_search_texts kept ON kept.number = p.number
          WHERE p.number > reached AND p.number <= last
            AND (p.barcode <> '' OR EXISTS (SELECT FROM combinations c WHERE c.product_id = p.id AND c.barcode <> ''))
            AND kept.text IS DISTINCT FROM wanted.text;
        COMMIT;
        reached := last;
    END LOOP;
END
$$;
