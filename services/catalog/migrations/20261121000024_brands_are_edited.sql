-- Why: staff edit brands. `version` is what edits compare, `position` the order that shoppers see, `about` what is said over a
-- brand's listing. Products show their brand's name and logo in the search index and follow a change of them in steps: those
-- after the number `behind_after` still have to. A brand merged into another hands its products over in steps too, then goes.
-- small table: some thousand brands.
ALTER TABLE brands
    ADD COLUMN version      bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    ADD COLUMN position     integer NOT NULL DEFAULT 1000 CHECK (position >= 0),
    ADD COLUMN about        jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN behind_after bigint CHECK (behind_after >= 0),
    ADD COLUMN merged_into  uuid REFERENCES brands (id) CHECK (merged_into <> id);
CREATE INDEX brands_to_be_followed ON brands (id) WHERE behind_after IS NOT NULL OR merged_into IS NOT NULL;
