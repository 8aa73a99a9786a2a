-- Why: the shop's colours are the merchant's (spec 3 "Theme variables"). Holds those that differ from the specification's:
-- {"primary": "#0a6b4f"}.
-- small table: settings has one row
ALTER TABLE settings ADD COLUMN theme jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(theme) = 'object');
