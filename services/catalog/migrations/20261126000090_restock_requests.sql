-- Why: who finds a thing sold out may leave a phone and is called when it is back. One row for each phone and thing; forgotten 90 days
-- after it was asked. The program keeps about 20,000 that wait, 20 of one phone.
CREATE TABLE restock_requests (
    id             uuid PRIMARY KEY,
    version        bigint      NOT NULL DEFAULT 1 CHECK (version > 0),
    product_id     uuid        NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    -- Nil: the product itself, as in `availability`.
    combination_id uuid        NOT NULL,
    phone          text        NOT NULL CHECK (phone ~ '^0[0-9]{9}$'),
    -- As the shopper calls themselves; may be empty.
    name           text        NOT NULL CHECK (char_length(name) <= 60),
    asked_at       timestamptz NOT NULL,
    -- When staff told them that it is back; NULL: they wait.
    told_at        timestamptz,
    UNIQUE (product_id, combination_id, phone)
);
CREATE INDEX restock_requests_by_age ON restock_requests (asked_at, id);
CREATE INDEX restock_requests_waiting ON restock_requests (phone) WHERE told_at IS NULL;

-- Whether shoppers can order a product ($1) or a combination of it ($2; nil: itself) now. A pack has no stock but its parts': of each
-- there is enough of what it always holds, or of one that can be chosen.
CREATE FUNCTION is_orderable(uuid, uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT EXISTS (SELECT FROM products p WHERE p.id = $1 AND p.active)
   AND CASE WHEN EXISTS (SELECT FROM pack_components k WHERE k.product_id = $1)
            THEN NOT EXISTS (
                 SELECT FROM pack_components k
                  WHERE k.product_id = $1
                    AND NOT EXISTS (
                        SELECT FROM availability a
                         WHERE a.product_id = k.component_id AND a.available >= k.quantity
                           AND CASE WHEN k.choices IS NULL
                                    THEN a.combination_id = coalesce(k.combination_id, '00000000-0000-0000-0000-000000000000')
                                    ELSE (k.choices = '{}' OR a.combination_id = ANY (k.choices))
                                         AND EXISTS (SELECT FROM combinations c WHERE c.id = a.combination_id AND c.active) END))
            ELSE EXISTS (SELECT FROM availability a
                          WHERE a.product_id = $1 AND a.combination_id = $2 AND a.available > 0)
                 AND ($2 = '00000000-0000-0000-0000-000000000000'
                      OR EXISTS (SELECT FROM combinations c WHERE c.id = $2 AND c.active)) END
$$;
