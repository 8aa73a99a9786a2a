//! What is wrong with what a form says, in words.

use souk_kernel::{Language, QuantityBreach};
use souk_rpc::{Kind, Violation};

use super::form::WrongPieces;
use super::words;
use crate::pages::words::{Word, available_from};
use crate::problem::Problem;

/// The fields of the form as they stand in it.
const ORDER: [&str; 10] = [
    "product",
    "combination",
    "quantity",
    "wilaya",
    "commune",
    "offer",
    "lastname",
    "firstname",
    "phone",
    "address",
];

/// Why what was sent was not taken.
#[derive(Debug, Default)]
pub struct Told {
    /// Of the whole of it.
    pub notice: Option<String>,
    /// Whether the page has to be opened anew.
    pub is_over: bool,
    /// The fields at fault, in the form's order, each with what is wrong.
    wrong: Vec<(String, String)>,
}

impl Told {
    /// Of a refusal by the form's names; `is_known`: whether the browser's visitor is.
    pub fn of(problem: &Problem, is_known: bool, language: Language) -> Self {
        let is_forbidden = problem.kind() == Kind::Forbidden;
        let is_used = problem.code() == "orders.idempotency_key_reused";
        let is_over = is_used || is_forbidden && !is_known;
        let mut told = Self { notice: None, is_over, wrong: Vec::new() };
        for violation in problem.violations() {
            told.add(&violation.field, fault(violation, problem, language));
        }
        let seconds = || problem.fact("seconds").and_then(|told| told.parse().ok());
        let word = |word: Word| Some(word.to(language).to_owned());
        told.notice = match (problem.code(), problem.kind()) {
            _ if is_used => word(words::USED),
            _ if is_over => word(words::NO_COOKIE),
            _ if is_forbidden => word(words::STALE),
            ("orders.price_changed", _) => word(words::PRICE_CHANGED),
            ("orders.cooldown", _) => Some(words::wait(words::WAIT, seconds(), language)),
            (_, Kind::RateLimited) => Some(words::wait(words::TOO_OFTEN, seconds(), language)),
            _ if is_doubtful(problem) => word(words::IN_DOUBT),
            _ if !told.wrong.is_empty() => None,
            ("orders.out_of_stock", _) => word(words::SOLD_OUT),
            (_, Kind::Invalid) => word(words::WRONG),
            _ => word(words::FAILED),
        };
        told
    }

    /// Of a field the first that is said of it stands.
    pub fn add(&mut self, field: &str, fault: String) {
        if self.at(field).is_none() {
            self.wrong.push((field.to_owned(), fault));
            self.wrong.sort_by_key(|(field, _)| {
                ORDER.iter().position(|known| known == field).unwrap_or(ORDER.len())
            });
        }
    }

    /// What is wrong with a field.
    pub fn at(&self, field: &str) -> Option<&str> {
        self.wrong.iter().find(|(wrong, _)| wrong == field).map(|(_, fault)| fault.as_str())
    }

    /// The first field at fault.
    pub fn first(&self) -> Option<(&str, &str)> {
        self.wrong.first().map(|(field, fault)| (field.as_str(), fault.as_str()))
    }
}

/// Whether the order may be there all the same, so that the same is to be sent again and nothing else.
pub fn is_doubtful(problem: &Problem) -> bool {
    matches!(problem.kind(), Kind::Unavailable | Kind::Internal) || problem.code() == "orders.in_flight"
}

/// Why so many can't be ordered of what is ordered from `minimum` on.
pub fn wrong_pieces(wrong: WrongPieces, minimum: u32, language: Language) -> String {
    match wrong {
        WrongPieces::NoNumber => words::WRONG_QUANTITY.to(language).to_owned(),
        WrongPieces::Breach(breach) => words::breach(breach, minimum, language),
    }
}

fn fault(Violation { field, key, .. }: &Violation, problem: &Problem, language: Language) -> String {
    let fact = |name: &str| problem.fact(&format!("products[0].{name}"));
    let number = |name: &str| fact(name).and_then(|told| told.parse().ok()).unwrap_or(1);
    let breach = |breach| words::breach(breach, number("minimumQuantity"), language);
    let word = match key.as_ref() {
        "form.validation.belowMinimum" => return breach(QuantityBreach::Minimum(number("minimumQuantity"))),
        "form.validation.aboveMaximum" => return breach(QuantityBreach::Maximum(number("maximumQuantity"))),
        "form.validation.offStep" => return breach(QuantityBreach::Step(number("quantityStep"))),
        "form.validation.awaited" => match fact("availableFrom") {
            Some(day) => return available_from(day, language),
            None => words::SOLD_OUT,
        },
        "form.validation.outOfStock" => match fact("available") {
            Some(left) if left != "0" => return words::left(left, language),
            _ => words::SOLD_OUT,
        },
        "form.validation.tooManyPieces" => words::TOO_MANY_PIECES,
        "form.validation.choice" => words::FLEXIBLE,
        "form.validation.text" => words::UNREADABLE,
        "form.validation.required" => words::WRONG,
        _ => match field.as_str() {
            "product" => words::NO_PRODUCT,
            "combination" => words::MODEL_GONE,
            "quantity" => words::WRONG_QUANTITY,
            "lastname" | "firstname" => words::WRONG_NAME,
            "phone" => words::WRONG_PHONE,
            _ => words::WRONG,
        },
    };
    word.to(language).to_owned()
}
