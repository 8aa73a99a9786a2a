-- What one checkout writes, in the services' own tables with all their constraints, indexes and triggers, as one
-- transaction of one database: hold the stock; number; order, line and timeline, cooldowns, stored answer and event.
\set product random(1, :products)
\set n random(1, 9000000000000000)
BEGIN;
WITH locked AS MATERIALIZED (
    SELECT product_id, combination_id, warehouse_id FROM stock_levels
     WHERE product_id = md5('p' || :product)::uuid AND combination_id = md5('')::uuid
       AND warehouse_id = md5('warehouse')::uuid AND on_hand - reserved >= 1
       FOR NO KEY UPDATE
), claimed AS (
    INSERT INTO reservations (order_id, state, expires_at, created_at, updated_at)
    SELECT md5('o' || :n)::uuid, 'held', now() + interval '2 minutes', now(), now() FROM locked
    RETURNING order_id
), taken AS (
    UPDATE stock_levels l SET reserved = l.reserved + 1 FROM locked t, claimed
     WHERE (l.product_id, l.combination_id, l.warehouse_id) = (t.product_id, t.combination_id, t.warehouse_id)
), items AS (
    INSERT INTO reservation_items (order_id, product_id, combination_id, warehouse_id, quantity)
    SELECT c.order_id, t.*, 1 FROM locked t, claimed c
)
INSERT INTO availability_notes (product_id, combination_id) SELECT t.product_id, t.combination_id FROM locked t, claimed;
SELECT nextval('order_numbers') AS number \gset
WITH placed AS (
    INSERT INTO orders (id, number, version, status, stock, visitor_id, first_name, last_name, phone, address, wilaya_code,
                        wilaya_name, commune_code, commune_name, transporter_id, transporter_name, delivery_type,
                        products_total, delivery_price, total, language, placed_at, actor_name, stock_version)
    VALUES (md5('o' || :n)::uuid, :number, 1, 'placed', 'reserved', md5('v' || :n)::uuid, 'Amina', 'Benali',
            '07' || lpad((:n::bigint % 100000000)::text, 8, '0'), 'Cité 100 logements', '16', 'Alger', '1601', 'Alger Centre',
            md5('transporter')::uuid, 'Rapide', 'desk', 552000, 50000, 602000, 'fr', now(), 'shopper', 1)
), noted AS (
    INSERT INTO order_timeline (id, order_id, kind, note, data, actor_id, actor_name, at)
    VALUES (md5('t' || :n)::uuid, md5('o' || :n)::uuid, 'placed', '', '{}', '', 'shopper', now())
), cooled AS (
    INSERT INTO cooldowns AS c (subject, until)
    SELECT s, now() + interval '1 minute' FROM unnest(ARRAY['phone:' || :n, 'visitor:' || :n]) s ORDER BY s
    ON CONFLICT (subject) DO UPDATE SET until = CASE WHEN c.until <= now() THEN excluded.until END
), answered AS (
    INSERT INTO idempotency (scope, key, request_hash, response, created_at)
    VALUES ('checkout/' || :n, 'key-' || :n, repeat('a', 64), repeat('x', 60)::bytea, now())
), ordered AS (
    DELETE FROM draft_carts WHERE visitor_id = md5('v' || :n)::uuid
), announced AS (
    INSERT INTO outbox (id, type, payload, correlation_id, occurred_at)
    VALUES (md5('e' || :n)::uuid, 'souk.orders.v1.OrderPlaced', repeat('x', 600)::bytea, md5('o' || :n)::uuid, now())
)
INSERT INTO order_lines (order_id, position, product_id, combination_id, name, combination_name, sku, image, quantity,
                         unit_price, unit_price_ht, unit_price_ttc, tax_rate, total, stock_items)
SELECT md5('o' || :n)::uuid, l.*
  FROM jsonb_to_recordset(jsonb_build_array(jsonb_build_object(
           'position', 0, 'product_id', md5('p' || :product), 'name', jsonb_build_object('fr', repeat('x', 30)),
           'combination_name', '{}'::jsonb, 'sku', 'SKU-1', 'image', repeat('x', 60), 'quantity', 1, 'unit_price', 552000,
           'unit_price_ht', 463866, 'unit_price_ttc', 552000, 'tax_rate', 1900, 'total', 552000,
           'stock_items', jsonb_build_array(jsonb_build_object('product_id', md5('p' || :product), 'quantity', 1))))) AS l (
           position int, product_id uuid, combination_id uuid, name jsonb, combination_name jsonb, sku text, image text,
           quantity int, unit_price bigint, unit_price_ht bigint, unit_price_ttc bigint, tax_rate int, total bigint,
           stock_items jsonb);
COMMIT;
