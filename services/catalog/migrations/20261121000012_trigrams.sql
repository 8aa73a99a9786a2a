-- Why: staff look for a part of a name or a SKU; trigrams find it without reading every product (ADR 23).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
