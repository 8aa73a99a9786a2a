-- A save names the version that it read: of two that edit a warehouse at once, the later one is told.
ALTER TABLE warehouses ADD COLUMN version bigint NOT NULL DEFAULT 1;
