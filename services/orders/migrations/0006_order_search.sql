-- Staff type a part of a number, a phone or a name in any script; trigrams find it without reading every order.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX orders_by_search ON orders USING gin (search gin_trgm_ops);
