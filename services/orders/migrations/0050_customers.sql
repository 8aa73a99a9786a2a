-- What staff wrote of customers, one card per phone. Whoever has no card is shown as their newest order says: nothing of an
-- order is copied here, so nothing can drift from it.
CREATE TABLE customers (
    -- Chosen by who made the card, or the id of an order of the phone.
    id           uuid PRIMARY KEY,
    phone        text NOT NULL UNIQUE CHECK (phone ~ '^0[0-9]{9}$'),
    version      bigint NOT NULL CHECK (version > 0),
    first_name   text NOT NULL,
    last_name    text NOT NULL,
    email        text NOT NULL CHECK (char_length(email) <= 254),
    wilaya_code  text REFERENCES wilayas (code),
    commune_code text REFERENCES communes (code),
    address      text NOT NULL CHECK (char_length(address) <= 250),
    note         text NOT NULL CHECK (char_length(note) <= 1000),
    created_at   timestamptz NOT NULL,
    -- What staff search in: phone and name, as in orders.
    search       text NOT NULL GENERATED ALWAYS AS (phone || ' ' || lower(first_name || ' ' || last_name)) STORED,
    CONSTRAINT customers_place_is_whole CHECK ((wilaya_code IS NULL) = (commune_code IS NULL))
);
CREATE INDEX customers_by_creation ON customers (created_at, phone);
CREATE INDEX customers_by_search ON customers USING gin (search gin_trgm_ops);
