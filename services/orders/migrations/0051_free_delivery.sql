-- Delivery costs nothing from an amount of goods on, where the tariff says so.
-- small table: some thousand tariffs of each transporter.
ALTER TABLE tariffs
    -- Centimes; NULL: never.
    ADD COLUMN free_from bigint CHECK (free_from > 0);
