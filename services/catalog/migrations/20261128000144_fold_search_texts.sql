-- no-transaction
-- Why: the texts of products that were there before, by portions: who saves one of them meanwhile waits for its portion. What is right
-- already is passed over, so that a second try goes on where the first was refused a lock.
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
           FROM product_search_texts kept JOIN products p ON p.number = kept.number
          WHERE kept.number > reached AND kept.number <= last AND kept.text <> search_folded(kept.text);
        COMMIT;
        reached := last;
    END LOOP;
END
$$;
