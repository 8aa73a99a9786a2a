-- Files of products that staff take in: kept in portions while they are checked and imported, and for a week, so that neither a closed
-- page nor a restart loses where an import stands, and what was refused can be had as a file.
CREATE TABLE product_imports (
    -- Chosen by the caller, so that a repeat makes no second one.
    id          uuid PRIMARY KEY,
    employee_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    -- The file's.
    name        text NOT NULL CHECK (char_length(name) <= 200),
    -- How many portions there are once all of it is here.
    portions    integer NOT NULL CHECK (portions BETWEEN 1 AND 1000),
    -- What was begun last: taking the file, checking it, importing it.
    state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'checking', 'importing')),
    created_at  timestamptz NOT NULL
);
CREATE INDEX product_imports_employee ON product_imports (employee_id);
CREATE INDEX product_imports_created ON product_imports (created_at);

CREATE TABLE product_import_portions (
    id        uuid PRIMARY KEY,
    import_id uuid NOT NULL REFERENCES product_imports (id) ON DELETE CASCADE,
    position  integer NOT NULL CHECK (position BETWEEN 0 AND 999),
    -- Products as the file says them, each with its lines.
    content   jsonb NOT NULL CHECK (jsonb_typeof(content) = 'array'),
    -- How many.
    products  integer NOT NULL CHECK (products BETWEEN 1 AND 100),
    -- How far it is; the numbers are of that step.
    state     text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'checked', 'done')),
    made      integer NOT NULL DEFAULT 0 CHECK (made >= 0),
    changed   integer NOT NULL DEFAULT 0 CHECK (changed >= 0),
    same      integer NOT NULL DEFAULT 0 CHECK (same >= 0),
    refused   integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
    -- Why products were refused, by their lines.
    faults    jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(faults) = 'array'),
    UNIQUE (import_id, position)
);
