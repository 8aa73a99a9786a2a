-- Why: the shop shows the merchant's logo in its header and his mark in the browser's tab, which is square.
-- small table: settings has one row
ALTER TABLE settings ADD COLUMN logo jsonb CHECK (jsonb_typeof(logo) = 'object'),
                     ADD COLUMN favicon jsonb CHECK (jsonb_typeof(favicon) = 'object' AND favicon -> 'width' = favicon -> 'height');
