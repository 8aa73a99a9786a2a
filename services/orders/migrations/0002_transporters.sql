-- Who delivers where, how and for how much. A commune's own tariff wins over its wilaya's (design 6).
CREATE TABLE transporters (
    id     uuid PRIMARY KEY,
    name   text NOT NULL CHECK (name <> ''),
    logo   text NOT NULL DEFAULT '',
    active boolean NOT NULL DEFAULT true
);

CREATE TABLE tariffs (
    transporter_id  uuid NOT NULL REFERENCES transporters (id),
    wilaya_code     text NOT NULL REFERENCES wilayas (code),
    -- NULL: the whole wilaya.
    commune_code    text REFERENCES communes (code),
    delivery_type   text NOT NULL CHECK (delivery_type IN ('home', 'desk')),
    -- Centimes; 0 is free.
    price           bigint NOT NULL CHECK (price >= 0),
    delay_min_hours integer NOT NULL CHECK (delay_min_hours >= 0),
    delay_max_hours integer NOT NULL CHECK (delay_max_hours >= delay_min_hours),
    desk_address    text NOT NULL DEFAULT '',
    UNIQUE NULLS NOT DISTINCT (wilaya_code, transporter_id, delivery_type, commune_code)
);
