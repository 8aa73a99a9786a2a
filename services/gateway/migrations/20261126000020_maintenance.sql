-- Why: a shop can be closed for maintenance. One row, which every replica reads again every two seconds: so all close and open together,
-- and stay closed over restarts.
CREATE TABLE maintenance (
    only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version   bigint  NOT NULL CHECK (version > 0),
    is_closed boolean NOT NULL,
    -- What shoppers are told, by language: {"fr": "Inventaire", "ar": "", "en": ""}; empty: the shop's own words.
    message   jsonb   NOT NULL CHECK (jsonb_typeof(message) = 'object'),
    -- When it is expected to open again; staff open it.
    ends_at   timestamptz
);
INSERT INTO maintenance (version, is_closed, message) VALUES (1, false, '{"fr": "", "ar": "", "en": ""}');
