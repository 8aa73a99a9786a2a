-- Why: staff list the products of a tag, whatever the case that each has it in: what an index can hold of the tags is their lower
-- case.
CREATE FUNCTION tag_keys(tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT lower(one.tag) FROM unnest(tags) AS one (tag));
