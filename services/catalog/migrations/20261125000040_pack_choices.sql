-- Why: in a flexible pack the shopper chooses the combination of a part (spec 3): among those named here, or among all that the product
-- offers where none is named. NULL: the part is always the same.
-- small table: few products are packs, of few parts.
ALTER TABLE pack_components ADD COLUMN choices uuid[];
ALTER TABLE pack_components ADD CONSTRAINT pack_components_choices_or_one
    CHECK (choices IS NULL OR (combination_id IS NULL AND cardinality(choices) <= 100));
