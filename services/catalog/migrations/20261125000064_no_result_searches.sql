-- Why: what shoppers search and don't find tells the merchant what to sell, or how to call it. Counted by day of Algiers, language and
-- term, without anything of who searched; forgotten after 90 days. The program keeps 500 terms of a day at most.
CREATE TABLE no_result_searches (
    day      date        NOT NULL,
    language text        NOT NULL CHECK (language IN ('fr', 'ar', 'en')),
    -- Words as the search compares them.
    term     text        NOT NULL CHECK (char_length(term) BETWEEN 1 AND 80),
    searches bigint      NOT NULL CHECK (searches > 0),
    last_at  timestamptz NOT NULL,
    PRIMARY KEY (day, language, term)
);
