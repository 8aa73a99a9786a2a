-- Why: categories, brands, promotions and settings change rarely and are needed for every page. A process keeps
-- them in memory; `reference` is the revision at which any of them last changed, so one number read with the
-- product tells whether what it keeps still holds.
ALTER TABLE revision ADD COLUMN reference bigint NOT NULL DEFAULT 0 CHECK (reference >= 0 AND reference <= current);
UPDATE revision SET reference = current;
