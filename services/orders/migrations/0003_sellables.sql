-- This service's copy of what catalog sells (design 2), so that a checkout is priced without asking anybody.
-- `body` is catalog's `souk.catalog.v1.Sellable` as published; the newest `version` stays.
CREATE TABLE sellables (
    product_id uuid PRIMARY KEY,
    version    bigint NOT NULL,
    body       bytea NOT NULL
);
