-- Why: checkout computes a price from what the product costs, the promotions and the moment (design 5). `body` is catalog's
-- `souk.catalog.v1.PromotionsChanged`, the whole set without titles; the newest `version` stays. No bytes: it was not told yet.
CREATE TABLE promotions (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL,
    body     bytea NOT NULL
);
INSERT INTO promotions (version, body) VALUES (0, '');
