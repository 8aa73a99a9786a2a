-- Why: the merchant decides whether shoppers see the lowest price before a reduction (ADR 36).
-- small table: settings has one row
ALTER TABLE settings ADD COLUMN show_lowest_price boolean NOT NULL DEFAULT false;
