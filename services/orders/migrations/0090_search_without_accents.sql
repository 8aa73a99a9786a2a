-- Why: staff type `Benali` and mean « Bénali », and a keyboard may write an accent as a sign of its own behind its letter. What is typed
-- is folded by the same function, as in the catalogue.
CREATE FUNCTION search_folded(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    -- Latin letters lose their accents, Arabic ones their forms (alef, hamza on its seat, yeh, teh marbuta). What goes, the last ones: tatweel,
    -- vowel signs, and the signs behind letters (grave, acute, circumflex, tilde, diaeresis, ring, cedilla; madda, hamza above and below).
    -- Plain ASCII, as most is, has none of them: a search folds the texts of thousands of orders.
    SELECT CASE WHEN octet_length(typed) = length(typed) THEN lower(typed)
           ELSE translate(replace(replace(lower(typed), 'œ', 'oe'), 'æ', 'ae'),
                          'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ' || 'أإآٱىةؤئ' || U&'\0640\064B\064C\064D\064E\064F\0650\0651\0652'
                              || U&'\0300\0301\0302\0303\0308\030A\0327\0653\0654\0655',
                          'aaaaaaceeeeiiiinooooouuuuyy' || 'اااايهوي') END
$$;
COMMENT ON FUNCTION search_folded IS 'how numbers and names are searched: in lower case, without accents';
