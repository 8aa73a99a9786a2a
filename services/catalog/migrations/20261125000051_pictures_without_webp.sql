-- no-transaction
-- Why: the next picture without WebP files, found without reading those that have them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS images_without_webp ON images (id) WHERE NOT webp_tried;
