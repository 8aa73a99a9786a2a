//! Which of two values of a filter stands first: as staff put them where they did, else amounts by what they come to, one unit after
//! the other, then sizes of clothes from the smallest, then words as the shown language reads them. Pure.

use souk_kernel::latin_digit;

/// Digits of an amount before its point and behind it: what has more of them is no amount.
const MOST_WHOLE: usize = 12;
const DECIMALS: usize = 4;
/// Of `9XL`.
const MOST_EXTRA: i32 = 9;

/// See the module.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueOrder {
    /// What staff didn't put stands behind what they did.
    place: u32,
    shown: Shown,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// In parts of 10^[`DECIMALS`].
    Amount {
        unit: String,
        amount: i64,
        rest: Vec<Piece>,
    },
    /// Steps from M.
    Size(i32),
    Words(Vec<Piece>),
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// Without leading zeros: more digits are more.
    Digits(usize, String),
    Text(String),
}

impl ValueOrder {
    /// Of a value as it is shown.
    pub fn of(place: Option<u32>, shown: &str) -> Self {
        let plain: String = shown.trim().chars().flat_map(char::to_lowercase).map(plain).collect();
        let measure = size(&plain).map(Shown::Size).or_else(|| amount(&plain));
        let shown = measure.unwrap_or_else(|| Shown::Words(pieces(&plain)));
        Self { place: place.unwrap_or(u32::MAX), shown }
    }
}

/// How far a size of clothes is from M: `xs`, `xxl`, `2xl`.
fn size(text: &str) -> Option<i32> {
    let (times, letters) = leading_digits(text);
    let size = letters.trim_start_matches('x');
    let extra = letters.len() - size.len();
    let extra = match (times, extra) {
        ("", _) => i32::try_from(extra).ok()?,
        (times, 1) => times.parse().ok().filter(|times| *times <= MOST_EXTRA)?,
        _ => return None,
    };
    match size {
        "s" => Some(-1 - extra),
        "m" if extra == 0 => Some(0),
        "l" => Some(1 + extra),
        _ => None,
    }
}

/// What begins with a number: `-2,5 °C`, `38/40`.
fn amount(text: &str) -> Option<Shown> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, behind) = leading_digits(digits);
    if !(1..=MOST_WHOLE).contains(&whole.len()) {
        return None;
    }
    let point = behind.strip_prefix(['.', ',']).map(leading_digits);
    let (decimals, rest) = point.filter(|(decimals, _)| !decimals.is_empty()).unwrap_or(("", behind));
    let parts: String = decimals.chars().chain("0".repeat(DECIMALS).chars()).take(DECIMALS).collect();
    let amount: i64 = format!("{whole}{parts}").parse().ok()?;
    let has_more = rest.contains(|letter: char| letter.is_ascii_digit());
    let unit = if has_more { String::new() } else { rest.trim().to_owned() };
    Some(Shown::Amount { unit, amount: sign * amount, rest: pieces(rest) })
}

/// The digits that a text begins with, and what follows.
fn leading_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

fn pieces(mut text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while !text.is_empty() {
        let (digits, behind) = leading_digits(text);
        if !digits.is_empty() {
            let digits = digits.trim_start_matches('0');
            pieces.push(Piece::Digits(digits.len(), digits.to_owned()));
        }
        let (words, behind) =
            behind.split_at(behind.find(|letter: char| letter.is_ascii_digit()).unwrap_or(behind.len()));
        if !words.is_empty() {
            pieces.push(Piece::Text(words.to_owned()));
        }
        text = behind;
    }
    pieces
}

/// A letter without its accent, a digit as Latin writes it.
fn plain(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ó' | 'ô' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'أ' | 'إ' | 'آ' => 'ا',
        _ => latin_digit(letter).unwrap_or(letter),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_order(mut values: Vec<&str>) -> Vec<&str> {
        values.sort_by_key(|value| ValueOrder::of(None, value));
        values
    }

    #[test]
    fn what_staff_put_stands_in_their_order_before_the_rest() {
        let mut placed = [("Noir", None), ("XL", Some(2)), ("2", None), ("S", Some(0)), ("M", Some(1))];
        placed.sort_by_key(|(value, place)| ValueOrder::of(*place, value));
        assert_eq!(placed.map(|(value, _)| value), ["S", "M", "XL", "2", "Noir"]);
    }

    #[test]
    fn amounts_of_a_unit_stand_by_what_they_come_to() {
        assert_eq!(
            in_order(vec!["100 ml", "15 ml", "1 l", "150 ml", "30 ml"]),
            ["1 l", "15 ml", "30 ml", "100 ml", "150 ml"]
        );
        assert_eq!(in_order(vec!["10 h", "12 h", "4 h"]), ["4 h", "10 h", "12 h"]);
        assert_eq!(
            in_order(vec!["8,5 cm", "8,25 cm", "-2 cm", "8 cm"]),
            ["-2 cm", "8 cm", "8,25 cm", "8,5 cm"]
        );
        assert_eq!(in_order(vec!["8.5", "10", "8.25"]), ["8.25", "8.5", "10"]);
        assert_eq!(in_order(vec!["40", "38/40", "36/38", "38"]), ["36/38", "38", "38/40", "40"]);
        assert_eq!(in_order(vec!["١٠٠ مل", "١٥ مل"]), ["١٥ مل", "١٠٠ مل"]);
    }

    #[test]
    fn sizes_stand_from_the_smallest() {
        assert_eq!(
            in_order(vec!["XL", "M", "3XL", "XS", "Unique", "2XL", "L", "XXS", "S", "xxl", "38"]),
            ["38", "XXS", "XS", "S", "M", "L", "XL", "2XL", "xxl", "3XL", "Unique"]
        );
        assert_eq!(in_order(vec!["2 l", "1 l", "99XL", "xm"]), ["1 l", "2 l", "99XL", "xm"]);
    }

    #[test]
    fn words_stand_as_they_are_read_with_their_digits_as_numbers() {
        assert_eq!(in_order(vec!["Zèbre", "écru", "Eau", "Ficelle"]), ["Eau", "écru", "Ficelle", "Zèbre"]);
        assert_eq!(
            in_order(vec!["Taille 10", "Taille 9", "taille 09 bis"]),
            ["Taille 9", "taille 09 bis", "Taille 10"]
        );
        assert_eq!(in_order(vec!["خشب", "أسود", "بني"]), ["أسود", "بني", "خشب"]);
    }

    proptest! {
        #[test]
        fn whatever_is_shown_has_its_place(one in ".{0,20}", other in "-?[0-9]{0,25}[,.]?[0-9]{0,9}.{0,5}") {
            let [first, second] = [&one, &other].map(|shown| ValueOrder::of(None, shown));
            prop_assert_eq!(first.cmp(&second), second.cmp(&first).reverse());
        }
    }
}
