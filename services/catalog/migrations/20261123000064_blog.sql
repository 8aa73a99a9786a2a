-- Why: a blog that the merchant writes: posts, each in one category. `version` is what edits compare. A post that is not active is a
-- draft; an active one is read from `published_at` on, which may lie ahead. Former addresses lead on, as those of pages of text do.
CREATE TABLE blog_categories (
    id              uuid PRIMARY KEY,
    version         bigint NOT NULL CHECK (version > 0),
    slug            text NOT NULL CHECK (slug <> ''),
    name            jsonb NOT NULL,
    description     jsonb NOT NULL,
    seo_title       jsonb NOT NULL,
    seo_description jsonb NOT NULL,
    picture         jsonb,
    position        integer NOT NULL CHECK (position >= 0),
    CONSTRAINT blog_categories_slug_key UNIQUE (slug)
);

CREATE TABLE blog_posts (
    id              uuid PRIMARY KEY,
    version         bigint NOT NULL CHECK (version > 0),
    category_id     uuid NOT NULL REFERENCES blog_categories (id),
    slug            text NOT NULL CHECK (slug <> ''),
    active          boolean NOT NULL,
    published_at    timestamptz,
    title           jsonb NOT NULL,
    excerpt         jsonb NOT NULL,
    html            jsonb NOT NULL,
    seo_title       jsonb NOT NULL,
    seo_description jsonb NOT NULL,
    picture         jsonb,
    changed_at      timestamptz NOT NULL,
    CONSTRAINT blog_posts_slug_key UNIQUE (slug),
    CONSTRAINT blog_posts_active_since CHECK (NOT active OR published_at IS NOT NULL)
);

-- The newest first, of the whole blog and of one category.
CREATE INDEX blog_posts_newest ON blog_posts (published_at DESC, id) WHERE active;
CREATE INDEX blog_posts_newest_of_category ON blog_posts (category_id, published_at DESC, id) WHERE active;
