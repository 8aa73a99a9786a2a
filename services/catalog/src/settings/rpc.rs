//! Settings as staff send them. Their calls are part of the gRPC service of content.

use std::ops::RangeInclusive;

use souk_kernel::{Color, Email};
use souk_pricing::PriceBasis;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Failure, Violations};

use super::model::{
    COOLDOWN_SECONDS, HOLD_HOURS, MOST_PROMISES, OrderTimes, OrderTimesEdit, PromiseKind, Settings,
    SettingsEdit, ShopIdentity, ShopPromise, TimeEdit,
};
use super::theme::{Theme, ThemeVariable};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse;

/// Messages of the bar above the header.
const MOST_MESSAGES: usize = 20;

pub fn from_message(given: proto::Settings) -> Result<SettingsEdit, Failure> {
    let mut found = Violations::default();
    let basis = given.price_basis.parse::<PriceBasis>().map_err(|_| "the basis is ht or ttc");
    let price_basis = found.check("priceBasis", "form.validation.unknown", basis);
    let shop_name = parse::name("shopName", given.shop_name, &mut found);
    if given.phone.chars().count() > parse::LONGEST_LINE {
        found.push("phone", "form.validation.tooLong", format!("{} characters at most", parse::LONGEST_LINE));
    }
    let promo_messages = messages(given.promo_messages, &mut found);
    let opening_hours = parse::texts("openingHours", given.opening_hours, parse::LONGEST_LINE, &mut found);
    let promises = promises(given.promises, &mut found);
    let theme = given.theme.map(|given| theme(given, &mut found));
    let [logo, favicon] =
        [given.logo, given.favicon].map(|given| given.map(|given| Picture::read(given.content, given.url)));
    let times = OrderTimesEdit {
        cooldown_seconds: wait("cooldownSeconds", given.cooldown_seconds, &COOLDOWN_SECONDS, &mut found),
        hold_hours: wait("holdHours", given.hold_hours, &HOLD_HOURS, &mut found),
    };
    let identity = given.identity.map(|given| identity(given, &mut found));
    let settings = price_basis.zip(shop_name).map(|(price_basis, shop_name)| Settings {
        version: given.version,
        active_add_to_cart: given.active_add_to_cart,
        price_basis,
        shop_name,
        phone: given.phone,
        promo_messages,
        opening_hours,
        promises,
        show_lowest_price: false,
        theme: Theme::default(),
        logo: None,
        favicon: None,
        icons: Vec::new(),
        times: OrderTimes::default(),
        identity: ShopIdentity::default(),
    });
    let show_lowest_price = given.show_lowest_price;
    let edit = |settings| SettingsEdit { settings, show_lowest_price, theme, logo, favicon, times, identity };
    checked(settings.map(edit), found)
}

/// Lines of text; an e-mail address that is given is one.
fn identity(given: proto::ShopIdentity, found: &mut Violations) -> ShopIdentity {
    let proto::ShopIdentity { name, address, email, rc, nif, nis, ai } = given;
    let mut line = |field: &str, text: String| {
        let text = text.trim().to_owned();
        if text.chars().count() > parse::LONGEST_LINE {
            let most = format!("{} characters at most", parse::LONGEST_LINE);
            found.push(format!("identity.{field}"), "form.validation.tooLong", most);
        }
        text
    };
    let [name, address, rc, nif, nis, ai] =
        [("name", name), ("address", address), ("rc", rc), ("nif", nif), ("nis", nis), ("ai", ai)]
            .map(|(field, text)| line(field, text));
    let email = email.trim().to_owned();
    if !email.is_empty() {
        found.check("identity.email", "form.validation.email", Email::parse(&email));
    }
    ShopIdentity { name, address, email, rc, nif, nis, ai }
}

/// How long orders wait: 0 is nothing that the merchant chose.
fn wait(field: &str, given: Option<u32>, legal: &RangeInclusive<u16>, found: &mut Violations) -> TimeEdit {
    let given = match given {
        None => return TimeEdit::Stays,
        Some(0) => return TimeEdit::Unchosen,
        Some(given) => given,
    };
    let read = u16::try_from(given).ok().filter(|wait| legal.contains(wait));
    let read = read.ok_or_else(|| format!("{} to {}, or 0", legal.start(), legal.end()));
    found.check(field, "form.validation.range", read).map_or(TimeEdit::Stays, TimeEdit::Chosen)
}

/// Each says something, in French at least.
fn messages(given: Vec<LocalizedText>, found: &mut Violations) -> Vec<souk_kernel::LocalizedText> {
    if given.len() > MOST_MESSAGES {
        found.push("promoMessages", "form.validation.tooMany", "20 messages at most");
        return Vec::new();
    }
    let read = |(place, text)| parse::name(&format!("promoMessages[{place}]"), Some(text), found);
    given.into_iter().enumerate().filter_map(read).collect()
}

fn promises(given: Vec<proto::ShopPromise>, found: &mut Violations) -> Vec<ShopPromise> {
    if given.len() > MOST_PROMISES {
        found.push("promises", "form.validation.tooMany", "8 promises at most");
        return Vec::new();
    }
    let parsed = given.into_iter().enumerate().filter_map(|(place, promise)| {
        let kind = promise.kind.parse::<PromiseKind>().map_err(|_| "no such kind of promise");
        let kind = found.check(format!("promises[{place}].kind"), "form.validation.unknown", kind);
        let title = parse::name(&format!("promises[{place}].title"), promise.title, found);
        let text = parse::texts(&format!("promises[{place}].text"), promise.text, parse::LONGEST_LINE, found);
        kind.zip(title).map(|(kind, title)| ShopPromise { kind, title, text })
    });
    parsed.collect()
}

/// Colours by their variable; of one that is told twice, the last.
fn theme(given: proto::Theme, found: &mut Violations) -> Theme {
    let mut chosen = Vec::new();
    for proto::ThemeColor { variable, color } in given.colors {
        let Ok(known) = variable.parse::<ThemeVariable>() else {
            found.push("theme", "form.validation.unknown", "there is no such variable");
            continue;
        };
        let color = color.parse::<Color>();
        chosen.extend(Some(known).zip(found.check(at(known), "form.validation.color", color)));
    }
    let theme = Theme::of(chosen);
    for variable in theme.unreadable() {
        found.push(
            at(variable),
            "form.validation.contrast",
            "text of this colour can't be read on its ground",
        );
    }
    theme
}

fn at(variable: ThemeVariable) -> String {
    format!("theme.{}", <&str>::from(variable))
}
