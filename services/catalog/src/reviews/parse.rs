//! The review form and the staff's filters, read into the words of the trade (spec 5).

use souk_kernel::{Email, Phone};
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations};
use strum::IntoEnumIterator as _;
use time::{Date, OffsetDateTime, UtcOffset};

use super::list::{ListFilter, ListSort};
use super::model::{Rating, State, Submission};
use super::published::{PublishedFilter, PublishedSort};
use crate::failure::checked;
use crate::parse::{is_line, written};

/// What the specification says where something is missing (spec 8).
const MISSING: &str = "productDetails.fillAllFields";
/// Longest name, in characters.
const LONGEST_NAME: usize = 60;
/// Longest review and longest answer, in characters.
const LONGEST_TEXT: usize = 1_000;

/// The form without its picture; `now` decides which dates are past.
pub fn submission(
    request: &proto::SubmitReviewRequest,
    now: OffsetDateTime,
    found: &mut Violations,
) -> Option<Submission> {
    let product = found.id("productUuid", &request.product_id);
    let name = required("name", &request.name, LONGEST_NAME, is_line, found);
    let email = given("email", &request.email, found)
        .and_then(|text| found.check("email", "form.validation.email", Email::parse(text)));
    let phone = given("phone", &request.phone, found)
        .and_then(|text| found.check("phone", "form.validation.phone", Phone::parse(text)));
    let purchased_on = given("purchaseDate", &request.purchase_date, found)
        .and_then(|text| found.check("purchaseDate", "form.validation.date", past_day(text, now)));
    let rating = found.check("rating", "form.validation.rating", Rating::new(request.rating));
    let text = required("text", &request.text, LONGEST_TEXT, is_prose, found);
    for (field, is_checked) in
        [("boughtHere", request.bought_here), ("acceptedPolicy", request.accepted_policy)]
    {
        if !is_checked {
            found.push(field, MISSING, "has to be checked");
        }
    }
    Some(Submission {
        product: product?,
        rating: rating?,
        text: text?,
        name: name?,
        email: email?,
        phone: phone?,
        purchased_on: purchased_on?,
    })
}

/// The shop's answer; empty to take it away.
pub fn reply(text: &str, found: &mut Violations) -> Option<String> {
    if text.trim().is_empty() {
        Some(String::new())
    } else {
        required("text", text, LONGEST_TEXT, is_prose, found)
    }
}

pub fn list(request: &proto::ListReviewsRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let states = match request.state.as_str() {
        "" => Some(State::iter().collect()),
        state => found.check("state", "form.validation.status", state.parse().map(|state| vec![state])),
    };
    let ratings = match request.rating {
        0 => (1..=5).map(Rating::new).collect::<Result<Vec<_>, _>>(),
        stars => Rating::new(stars).map(|rating| vec![rating]),
    };
    let ratings = found.check("rating", "form.validation.rating", ratings);
    let product = found.optional_id("productId", &request.product_id);
    let sort: Option<ListSort> = sort(&request.sort, &mut found);
    let filter = match (page, states, ratings, sort) {
        (Some(page), Some(states), Some(ratings), Some(sort)) => {
            Some(ListFilter { page, states, ratings, product, sort })
        }
        _ => None,
    };
    checked(filter, found)
}

pub fn published(request: &proto::GetProductReviewsRequest) -> Result<PublishedFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let sort: Option<PublishedSort> = sort(&request.sort, &mut found);
    checked(page.zip(sort).map(|(page, sort)| PublishedFilter { page, sort }), found)
}

fn sort<T: Default + std::str::FromStr<Err: std::fmt::Display>>(
    code: &str,
    found: &mut Violations,
) -> Option<T> {
    if code.is_empty() {
        return Some(T::default());
    }
    found.check("sort", "form.validation.sort", code.parse())
}

fn given<'a>(field: &str, text: &'a str, found: &mut Violations) -> Option<&'a str> {
    let text = text.trim();
    if text.is_empty() {
        found.push(field, MISSING, "is required");
    }
    (!text.is_empty()).then_some(text)
}

/// A text that was written, no longer than `longest` characters, of characters that are shown as they are stored.
fn required(
    field: &str,
    text: &str,
    longest: usize,
    is_allowed: fn(char) -> bool,
    found: &mut Violations,
) -> Option<String> {
    let text = given(field, text, found)?;
    written(field, text, longest, is_allowed, found)
}

fn is_prose(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t') || is_line(c)
}

/// A day up to today in Algiers, one hour ahead of UTC.
fn past_day(text: &str, now: OffsetDateTime) -> Result<Date, &'static str> {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    let day = Date::parse(text, format).map_err(|_| "a day like 2026-11-30 is expected")?;
    let today = now.to_offset(UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC)).date();
    if day <= today { Ok(day) } else { Err("the day of a purchase is past") }
}
