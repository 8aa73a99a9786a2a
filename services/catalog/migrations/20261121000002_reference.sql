-- Why: what products are filed under. Names are {"fr","ar","en"} objects; an empty string means not translated.
CREATE TABLE categories (
    id         uuid PRIMARY KEY,
    parent_id  uuid REFERENCES categories (id),
    slug       text NOT NULL UNIQUE CHECK (slug <> ''),
    name       jsonb NOT NULL CHECK (name ->> 'fr' <> ''),
    image      text NOT NULL DEFAULT '',
    position   integer NOT NULL DEFAULT 0 CHECK (position >= 0),
    created_at timestamptz NOT NULL,
    CHECK (parent_id <> id)
);
CREATE INDEX categories_parent ON categories (parent_id);

CREATE TABLE brands (
    id         uuid PRIMARY KEY,
    slug       text NOT NULL UNIQUE CHECK (slug <> ''),
    name       text NOT NULL CHECK (name <> ''),
    logo       text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL
);
