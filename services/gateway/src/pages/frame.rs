//! What stands above every page: announcement, logo, menu. The app's header takes its place
//! (`web/src/storefront/features/nav`); it is here so that nothing jumps and every department can be reached.
//! All pages of a language have the same: it is made again when its settings or its menus are others.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::json;
use souk_kernel::Language;
use souk_views::{MenuItem, Menus, Settings, ShopIdentity, ShopPromise};

use super::html::{Answers, Html};
use super::parts::write_link;
use super::route::localized;
use super::words::{MENU, SCRIPTLESS, SEARCH};
use crate::catalog::default_settings;
use crate::reads::Copy;
use crate::theme;

/// Name of the menu that the header shows.
const MAIN: &str = "main";

/// What the pages of a language begin with.
#[derive(Debug)]
pub struct Frame {
    pub shop_name: String,
    /// The stylesheet of the shop's colours; may be empty.
    pub theme: String,
    /// Path of the picture for the browser's tab; may be empty.
    pub favicon: String,
    /// Path of the picture for a phone's screen; may be empty.
    pub touch_icon: String,
    /// Path of the logo; may be empty.
    pub logo: String,
    /// May be empty.
    pub phone: String,
    /// What the shop promises.
    pub promises: Vec<ShopPromise>,
    /// HTML of the header.
    pub header: String,
    /// What stands under a page that no script draws.
    pub footer: String,
    /// Settings and menus, where they are known: what nobody told is not told on, the app asks for it with its session.
    pub answers: Answers,
}

impl Frame {
    fn new(settings: Option<&Copy>, menus: Option<&Copy>, language: Language) -> Self {
        let mut answers = Answers::default();
        let told = [(json!(["settings"]), settings), (json!(["get", "/web/public/api/menus"]), menus)];
        for (key, copy) in told {
            if let Some(json) = copy.and_then(|copy| copy.body.text()) {
                answers.add(&key, json);
            }
        }
        let settings = settings.and_then(Copy::parsed).unwrap_or_else(default_settings);
        let mut header = Html::new();
        write_header(&mut header, &settings, menus.and_then(Copy::parsed).as_ref(), language);
        let mut footer = Html::new();
        if settings.identity.is_some() {
            footer.raw("<noscript>");
            write_identity(&mut footer, settings.identity.as_ref());
            footer.raw("</noscript>");
        }
        Self {
            shop_name: settings.shop_name,
            theme: theme::at(&settings.stylesheet).unwrap_or_default(),
            touch_icon: settings.icons.first().map_or(&settings.favicon, |icon| &icon.url).clone(),
            favicon: settings.favicon,
            logo: settings.logo.map(|logo| logo.url).unwrap_or_default(),
            phone: settings.phone,
            promises: settings.promises,
            header: header.into_string(),
            footer: footer.into_string(),
            answers,
        }
    }
}

/// The frames that were made last, each with what it was made of.
#[derive(Debug, Default)]
pub struct Frames(RwLock<HashMap<Language, Made>>);

type Made = ([Option<Arc<Copy>>; 2], Arc<Frame>);

impl Frames {
    pub fn of(
        &self,
        settings: Option<Arc<Copy>>,
        menus: Option<Arc<Copy>>,
        language: Language,
    ) -> Arc<Frame> {
        let sources = [settings, menus];
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&language).cloned();
        if let Some((of, frame)) = kept
            && of.iter().zip(&sources).all(|(one, other)| is_same(one.as_deref(), other.as_deref()))
        {
            return frame;
        }
        let [settings, menus] = &sources;
        let frame = Arc::new(Frame::new(settings.as_deref(), menus.as_deref(), language));
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(language, (sources, frame.clone()));
        frame
    }
}

/// Whether both are the same content, however often it was fetched.
fn is_same(one: Option<&Copy>, other: Option<&Copy>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(&one.body, &other.body),
        (None, None) => true,
        _ => false,
    }
}

fn write_header(body: &mut Html, settings: &Settings, menus: Option<&Menus>, language: Language) {
    if let Some(message) = settings.promo_messages.first() {
        body.raw("<div class=\"promo-bar\"><div class=\"wrap\">");
        write_message(body, message);
        body.raw("</div></div>");
    }
    body.raw("<header class=\"site-head\"><div class=\"wrap\"><div class=\"site-head_row\">");
    write_logo(body, settings, language);
    body.raw("</div>")
        .open("nav", &[("class", "site-head_nav not-phone"), ("aria-label", MENU.to(language))]);
    let main = menus.and_then(|menus| menus.menus.iter().find(|menu| menu.name == MAIN));
    for item in main.map(|menu| menu.items.as_slice()).unwrap_or_default() {
        let class: &[(&str, &str)] = if item.accent { &[("class", "menu_accent")] } else { &[] };
        write_menu_link(body, item, class, language);
    }
    body.raw("</nav>");
    write_scriptless(body, &settings.phone, language);
    body.raw("</div></header><search class=\"search search_phone wrap phone-only\"><form action=\"");
    body.raw(&localized(language, "/search")).raw("\"><input type=\"search\" name=\"q\"");
    body.attribute("aria-label", SEARCH.to(language)).raw("></form></search>");
}

/// How to order where no script runs.
fn write_scriptless(body: &mut Html, phone: &str, language: Language) {
    if phone.is_empty() {
        return;
    }
    body.raw("<noscript><p>").text(SCRIPTLESS.to(language)).raw(" ");
    write_phone_link(body, phone);
    body.raw("</p></noscript>");
}

/// Who sells, which the app draws at the foot of its pages.
pub fn write_identity(body: &mut Html, identity: Option<&ShopIdentity>) {
    let Some(ShopIdentity { name, address, email, rc, nif, nis, ai }) = identity else { return };
    let numbers = [("RC ", rc), ("NIF ", nif), ("NIS ", nis), ("AI ", ai)];
    let told = [("", name), ("", address), ("", email)].into_iter().chain(numbers);
    body.raw("<footer class=\"site-foot\"><div class=\"wrap\"><p class=\"site-foot_end\">");
    for (label, value) in told.filter(|(_, value)| !value.is_empty()) {
        body.raw("<bdi>").text(label).text(value).raw("</bdi>");
    }
    body.raw("</p></div></footer>");
}

/// The header of a page that leads nowhere.
pub fn write_name(body: &mut Html, shop_name: &str) {
    body.raw("<header class=\"site-head\"><div class=\"wrap\"><div class=\"site-head_row\"><span class=\"site-head_logo\">");
    body.text(shop_name).raw("</span></div></div></header>");
}

/// The shop's phone, where it has one.
pub fn write_phone(body: &mut Html, phone: &str) {
    if phone.is_empty() {
        return;
    }
    body.raw("<p>");
    write_phone_link(body, phone);
    body.raw("</p>");
}

fn write_phone_link(body: &mut Html, phone: &str) {
    body.open("a", &[("class", "link ltr num"), ("href", &format!("tel:{phone}"))]);
    body.text(phone).raw("</a>");
}

/// The way home: the logo, else the name.
fn write_logo(body: &mut Html, settings: &Settings, language: Language) {
    let Some(logo) = &settings.logo else {
        write_link(body, "/", &[("class", "site-head_logo")], &settings.shop_name, language);
        return;
    };
    let (width, height) = (logo.width.to_string(), logo.height.to_string());
    body.open("a", &[("class", "site-head_logo"), ("href", &localized(language, "/"))]);
    body.void(
        "img",
        &[("src", &logo.url), ("width", &width), ("height", &height), ("alt", &settings.shop_name)],
    );
    body.raw("</a>");
}

/// An item of a menu may lead to another site.
fn write_menu_link(body: &mut Html, item: &MenuItem, class: &[(&str, &str)], language: Language) {
    if item.link.starts_with('/') {
        write_link(body, &item.link, class, &item.label, language);
    } else {
        let attributes = [class, &[("href", item.link.as_str())]].concat();
        body.open("a", &attributes).text(&item.label).raw("</a>");
    }
}

/// What stands before a middle dot is the message; the rest is said where there is room.
fn write_message(body: &mut Html, message: &str) {
    let (main, rest) = message.split_once(" · ").unwrap_or((message, ""));
    body.raw("<p>").element("b", main);
    if !rest.is_empty() {
        body.raw("<span class=\"not-phone\"> · ").text(rest).raw("</span>");
    }
    body.raw("</p>");
}
