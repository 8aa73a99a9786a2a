//! Columns read into the words of the trade, and written from them. A CHECK keeps each legal: a value that is not is a damaged
//! row, our fault and not a caller's.

use std::fmt::Display;

/// A row that breaks the schema's own rules.
#[derive(Debug, thiserror::Error)]
#[error("column {column} holds {value}")]
struct DamagedColumn {
    column: &'static str,
    value: String,
}

/// What a statement fails with that read such a value.
pub fn damaged(column: &'static str, value: impl Display) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(DamagedColumn { column, value: value.to_string() }))
}

/// A value that the domain read, or refused.
pub fn decoded<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> sqlx::Result<T> {
    result.map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// A number of pieces or rows.
pub fn count<T: TryInto<u32> + Display + Copy>(column: &'static str, value: T) -> sqlx::Result<u32> {
    value.try_into().map_err(|_| damaged(column, value))
}

/// The version of a row.
pub fn version(value: i64) -> sqlx::Result<u64> {
    value.try_into().map_err(|_| damaged("version", value))
}

/// A version as its column holds it; what the wire's upper half could say is beyond what any shop reaches.
pub fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// One field of all, for `unnest`.
pub fn column<'a, I, T>(all: &'a [I], field: impl FnMut(&'a I) -> T) -> Vec<T> {
    all.iter().map(field).collect()
}

/// An UPDATE that changed no row is never silently fine.
pub fn ensure_changed(rows: u64) -> sqlx::Result<()> {
    if rows == 0 { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
}

/// As [`ensure_changed`], where each of `expected` rows had to change.
pub fn ensure_all_changed(rows: u64, expected: usize) -> sqlx::Result<()> {
    if usize::try_from(rows) == Ok(expected) { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

/// The `LIKE` pattern of text that contains what somebody typed, wildcards being characters; none where nothing was typed.
pub fn contains_pattern(typed: &str) -> Option<String> {
    let typed = typed.trim();
    (!typed.is_empty()).then(|| format!("%{}%", escaped(typed)))
}

/// The `LIKE` patterns, of which one is enough, of text that contains the words that somebody typed: up to three of them in whichever
/// order. None where nothing was typed.
pub fn contains_patterns(typed: &str) -> Vec<String> {
    let words: Vec<String> = typed.split_whitespace().map(escaped).collect();
    let orders: &[&[usize]] = match words.len() {
        0 => &[],
        2 => &[&[0, 1], &[1, 0]],
        3 => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
        _ => return vec![format!("%{}%", words.join("%"))],
    };
    let pattern = |order: &&[usize]| {
        let words: Vec<&str> = order.iter().map(|at| words[*at].as_str()).collect();
        format!("%{}%", words.join("%"))
    };
    orders.iter().map(pattern).collect()
}

/// [`contains_patterns`] by which an index of trigrams finds text in lower case. It knows one or two letters at the beginning of a
/// word only, and no punctuation: where nothing else was typed there is a pattern for that, or none, and nothing is found.
pub fn trigram_patterns(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let is_long = typed.split(|c: char| !c.is_alphanumeric()).any(|word| word.chars().count() >= 3);
    if is_long {
        contains_patterns(&typed)
    } else if typed.starts_with(char::is_alphanumeric) {
        let begins = format!("{}%", escaped(&typed));
        vec![format!("% {begins}"), begins]
    } else {
        Vec::new()
    }
}

fn escaped(typed: &str) -> String {
    typed.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_that_somebody_types_are_characters() {
        assert_eq!(contains_pattern(r" 50%_x\ ").as_deref(), Some(r"%50\%\_x\\%"));
        assert_eq!(contains_pattern("  "), None);
    }

    #[test]
    fn an_index_of_trigrams_is_asked_for_what_it_knows() {
        assert_eq!(trigram_patterns("Bén_x"), [r"%bén\_x%"]);
        assert_eq!(trigram_patterns(" Bén  Ali "), ["%bén%ali%", "%ali%bén%"], "in whichever order");
        assert_eq!(trigram_patterns("a b cde").len(), 6);
        assert_eq!(trigram_patterns("eau de rose noire"), ["%eau%de%rose%noire%"]);
        assert_eq!(trigram_patterns("أمي"), ["%أمي%"]);
        assert_eq!(trigram_patterns("Zo"), ["% zo%", "zo%"], "at the beginning of a word");
        assert_eq!(trigram_patterns("%%%"), [""; 0]);
        assert_eq!(trigram_patterns("  "), [""; 0]);
    }

    #[test]
    fn a_damaged_row_is_named_by_its_column() {
        assert!(count("on_hand", -1).is_err_and(|error| error.to_string().contains("on_hand holds -1")));
        assert!(version(-1).is_err());
        assert_eq!(version(version_column(7)).ok(), Some(7));
        assert_eq!(version_column(u64::MAX), i64::MAX);
    }
}
