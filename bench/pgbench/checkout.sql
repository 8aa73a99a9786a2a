\set product random(1, :products)
\set key random(1, 9000000000000)
BEGIN;
UPDATE bench_limit.stock SET reserved = reserved + 1 WHERE product_id = :product AND on_hand - reserved >= 1;
INSERT INTO bench_limit.reservation (product_id, quantity, expires_at) VALUES (:product, 1, now() + interval '2 minutes');
INSERT INTO bench_limit.orders (status, phone, body, total)
VALUES ('placed', '0555123456', jsonb_build_object('first_name', 'Amina', 'last_name', 'Benali', 'address', repeat('x', 200)), 602000);
INSERT INTO bench_limit.order_line VALUES (lastval(), 0, :product, 1, 552000, jsonb_build_object('name', repeat('x', 200)));
INSERT INTO bench_limit.timeline (order_id, kind) VALUES (currval('bench_limit.orders_id_seq'), 'placed');
INSERT INTO bench_limit.idempotency VALUES (:key || '-' || currval('bench_limit.orders_id_seq'), repeat('a', 64), repeat('x', 300)::bytea);
INSERT INTO bench_limit.outbox (type, payload) VALUES ('souk.orders.v1.OrderPlaced', repeat('x', 600)::bytea);
COMMIT;
