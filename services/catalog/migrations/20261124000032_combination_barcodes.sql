-- Why: each combination of a product is packed and scanned by itself: it has a barcode of its own (spec 3). Empty: not said.
ALTER TABLE combinations ADD COLUMN barcode text NOT NULL DEFAULT '';
ALTER TABLE combinations ADD CONSTRAINT combinations_barcode_length CHECK (char_length(barcode) <= 64) NOT VALID;
