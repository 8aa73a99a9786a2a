-- Why: staff type `Benali` and mean « Bénali », and a keyboard may write an accent as a sign of its own behind its letter. What is typed
-- is folded by the same function, as in the catalogue.
CREATE FUNCTION search_folded(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    -- Latin letters lose their accents, Arabic ones their forms (alef, hamza on its seat, yeh, teh marbuta). What goes, the last ones: tatweel,
    -- vowel signs, and the signs behind letters (grave, acute, circumflex, tilde, diaeresis, ring, cedilla; madda, hamza above and below).
    -- A search folds the texts of thousands of orders, and a letter costs as much as there are letters to compare it with: plain ASCII, as
    -- most is, has none of them, and Arabic is not compared with Latin ones.
    SELECT CASE WHEN octet_length(typed) = length(typed) THEN lower(typed)
           ELSE regexp_replace(
                    translate(CASE WHEN lower(typed) ~ '[à-ÿœ]'
                                   THEN translate(replace(replace(lower(typed), 'œ', 'oe'), 'æ', 'ae'),
                                                  'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')
                                   ELSE lower(typed) END,
                              'أإآٱىةؤئ', 'اااايهوي'),
                    U&'[\0640\064B-\0652\0300-\0303\0308\030A\0327\0653-\0655]', '', 'g') END
$$;
COMMENT ON FUNCTION search_folded IS 'how numbers and names are searched: in lower case, without accents';
