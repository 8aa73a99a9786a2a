-- Delivery costs nothing from an amount of goods on, where the tariff says so.
ALTER TABLE tariffs
    -- Centimes; NULL: never.
    ADD COLUMN free_from bigint CHECK (free_from > 0);
