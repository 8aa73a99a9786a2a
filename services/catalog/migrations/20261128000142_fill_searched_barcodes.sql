-- no-transaction
-- Why: the texts of products whose barcodes were there before, of a thousand products at a time: who saves one of them meanwhile waits
-- for its portion.
DO $$
DECLARE
    reached bigint := 0;
    last    bigint;
BEGIN
    LOOP
        PERFORM set_config('lock_timeout', '300ms', true);
        SELECT max(number) INTO last FROM (SELECT number FROM products WHERE number > reached ORDER BY number LIMIT 1000) portion;
        EXIT WHEN last IS NULL;
        PERFORM save_product_search_texts(array_agg(id)) FROM products p
          WHERE number > reached AND number <= last
            AND (barcode <> '' OR EXISTS (SELECT FROM combinations c WHERE c.product_id = p.id AND c.barcode <> ''));
        COMMIT;
        reached := last;
    END LOOP;
END
$$;
