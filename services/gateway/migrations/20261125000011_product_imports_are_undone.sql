-- An import can be taken back: a third step through its portions.
-- small table: imports of a week, and their portions
ALTER TABLE product_imports DROP CONSTRAINT product_imports_state_check,
    ADD CONSTRAINT product_imports_state_check CHECK (state IN ('open', 'checking', 'importing', 'undoing'));
ALTER TABLE product_import_portions DROP CONSTRAINT product_import_portions_state_check,
    ADD CONSTRAINT product_import_portions_state_check CHECK (state IN ('waiting', 'checked', 'done', 'undone'));
