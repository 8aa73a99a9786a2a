-- How much of a file a portion holds, so that all of an import is bounded where it is kept and not by the browser alone. What an earlier
-- release keeps meanwhile counts as nothing.
-- small table: portions of the imports of a week
ALTER TABLE product_import_portions ADD COLUMN bytes integer NOT NULL DEFAULT 0 CHECK (bytes >= 0);
