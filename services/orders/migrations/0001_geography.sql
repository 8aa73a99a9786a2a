-- Wilayas and communes, filled by the seed step of `souk-orders migrate`. The codes are the official ones and
-- never change hands, so they are the keys; `deliverable` is the shop's own setting (spec 5).
CREATE TABLE wilayas (
    code        text PRIMARY KEY CHECK (code ~ '^[0-9]{2}$'),
    iso_code    text NOT NULL UNIQUE,
    name        text NOT NULL,
    name_ar     text NOT NULL,
    deliverable boolean NOT NULL DEFAULT true
);

CREATE TABLE communes (
    code        text PRIMARY KEY CHECK (code ~ '^[0-9]{4}$'),
    wilaya_code text NOT NULL REFERENCES wilayas (code),
    name        text NOT NULL,
    name_ar     text NOT NULL,
    deliverable boolean NOT NULL DEFAULT true
);
CREATE INDEX communes_by_wilaya ON communes (wilaya_code, name);
