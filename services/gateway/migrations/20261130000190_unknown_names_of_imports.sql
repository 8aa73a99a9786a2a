-- Which categories and brands a portion names and the shop has not, as its check found them: what all portions lack is offered to be made,
-- without reading all that they hold. Portions that an earlier release checks lack nothing, until their file is checked again.
-- small table: portions of the imports of a week
ALTER TABLE product_import_portions
    ADD COLUMN unknown jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(unknown) = 'array');
