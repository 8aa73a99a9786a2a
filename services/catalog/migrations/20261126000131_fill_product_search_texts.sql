-- no-transaction
-- Why: the texts of products that were there before, a thousand at a time: who saves one of them meanwhile waits for its portion. What
-- a trigger wrote in the meantime is newer, and stays.
DO $$
DECLARE
    reached bigint := 0;
    last    bigint;
BEGIN
    LOOP
        PERFORM set_config('lock_timeout', '300ms', true);
        SELECT max(number) INTO last FROM (SELECT number FROM products WHERE number > reached ORDER BY number LIMIT 1000) portion;
        EXIT WHEN last IS NULL;
        INSERT INTO product_search_texts (number, text)
        SELECT number, text FROM search_texts_of_products WHERE number > reached AND number <= last ORDER BY number
            ON CONFLICT DO NOTHING;
        COMMIT;
        reached := last;
    END LOOP;
END
$$;
