-- Where goods stand. `priority` is the order in which warehouses are asked for an order (design 6.3).
CREATE TABLE warehouses (
    id         uuid PRIMARY KEY,
    name       text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    wilaya_id  text        NOT NULL CHECK (wilaya_id ~ '^[0-9]{2}$'),
    priority   integer     NOT NULL CHECK (priority BETWEEN 0 AND 65535),
    active     boolean     NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX warehouses_in_priority ON warehouses (priority, id);
