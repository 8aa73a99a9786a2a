//! Prices in a page's text, as the web app writes them (`web/src/i18n/format.ts`).

use souk_kernel::{Language, Money};

const GROUP: char = '\u{202f}';
const NO_BREAK: char = '\u{a0}';

/// `5 520 DA`, `1 234,50 DA`, `5 520 دج`: centimes only where there are any.
pub fn price(amount: Money, language: Language) -> String {
    let text = amount.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("\u{2212}", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let separator = if language == Language::En { '.' } else { ',' };
    let decimals = if fraction.is_empty() { String::new() } else { format!("{separator}{fraction:0<2}") };
    let unit = if language == Language::Ar { "دج" } else { "DA" };
    format!("{sign}{}{decimals}{NO_BREAK}{unit}", grouped(whole))
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(GROUP);
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_read_as_in_the_app() {
        let price = |centimes, language| super::price(Money::from_centimes(centimes), language);
        assert_eq!(price(552_000, Language::Fr), "5\u{202f}520\u{a0}DA");
        assert_eq!(price(123_450, Language::Fr), "1\u{202f}234,50\u{a0}DA");
        assert_eq!(price(123_456_789, Language::En), "1\u{202f}234\u{202f}567.89\u{a0}DA");
        assert_eq!(price(99_900, Language::Ar), "999\u{a0}دج");
    }
}
