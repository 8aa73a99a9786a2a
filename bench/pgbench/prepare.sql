-- After the migrations of orders and inventory, in a schema of their own: the events table, one address, one transporter
-- and the shelf that the orders take from.
CREATE TABLE outbox (LIKE bus.outbox INCLUDING ALL);
INSERT INTO wilayas VALUES ('16', 'DZ-16', 'Alger', 'الجزائر');
INSERT INTO communes VALUES ('1601', '16', 'Alger Centre', 'الجزائر الوسطى');
INSERT INTO transporters (id, name) VALUES (md5('transporter')::uuid, 'Rapide');
INSERT INTO warehouses VALUES (md5('warehouse')::uuid, 'Alger', '16', 0, true, now(), now());
INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand)
SELECT md5('p' || n)::uuid, md5('')::uuid, md5('warehouse')::uuid, 1000000000 FROM generate_series(1, :products) n;
