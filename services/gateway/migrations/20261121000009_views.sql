-- What an employee asks of a list again and again, under a name of their own.
CREATE TABLE views (
    id          uuid PRIMARY KEY,
    employee_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    screen      text NOT NULL CHECK (screen IN ('orders', 'products')),
    name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- As it stands in the list's address.
    search      text NOT NULL CHECK (char_length(search) <= 2000),
    -- The list opens with it.
    is_default  boolean NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX views_name ON views (employee_id, screen, lower(name));
CREATE UNIQUE INDEX views_default ON views (employee_id, screen) WHERE is_default;
