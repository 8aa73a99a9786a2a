-- Why: orders name a pack by its own id and stock by its parts'. One whose part had stock stays when it holds other parts: who ordered it
-- before may not have it yet.
CREATE TABLE packs_once_orderable (
    product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE
);
