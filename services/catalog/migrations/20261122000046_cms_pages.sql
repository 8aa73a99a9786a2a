-- Why: pages of text that the merchant writes. `version` is what edits compare; one that is not active is a draft. Their former
-- addresses lead on, as those of what else has an address does.
CREATE TABLE cms_pages (
    id              uuid PRIMARY KEY,
    version         bigint NOT NULL CHECK (version > 0),
    slug            text NOT NULL CHECK (slug <> ''),
    active          boolean NOT NULL,
    title           jsonb NOT NULL,
    html            jsonb NOT NULL,
    seo_title       jsonb NOT NULL,
    seo_description jsonb NOT NULL,
    changed_at      timestamptz NOT NULL,
    CONSTRAINT cms_pages_slug_key UNIQUE (slug)
);
