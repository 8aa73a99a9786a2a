//! What stands above every page: announcement, logo, menu. The app's header takes its place
//! (`web/src/storefront/features/nav`); it is here so that nothing jumps and every department can be reached.

use souk_kernel::Language;
use souk_views::{Menus, Settings};

use super::html::Html;
use super::parts::write_link;
use super::words::{MENU, SEARCH};

/// Name of the menu that the header shows.
const MAIN: &str = "main";

pub fn write_header(body: &mut Html, settings: &Settings, menus: Option<&Menus>, language: Language) {
    if let Some(message) = settings.promo_messages.first() {
        body.raw("<div class=\"promo-bar\"><div class=\"wrap\">");
        write_message(body, message);
        body.raw("</div></div>");
    }
    body.raw("<header class=\"site-head\"><div class=\"wrap\"><div class=\"site-head-row\">");
    write_link(body, "/", &[("class", "logo")], &settings.shop_name, language);
    body.raw("</div>").open("nav", &[("class", "site-nav not-phone"), ("aria-label", MENU.to(language))]);
    let main = menus.and_then(|menus| menus.menus.iter().find(|menu| menu.name == MAIN));
    for item in main.map(|menu| menu.items.as_slice()).unwrap_or_default() {
        let class: &[(&str, &str)] = if item.accent { &[("class", "promo")] } else { &[] };
        write_link(body, &item.link, class, &item.label, language);
    }
    body.raw("</nav></div></header><search class=\"search search-phone wrap phone-only\"><form action=\"");
    body.raw(&super::route::localized(language, "/search")).raw("\"><input type=\"search\" name=\"q\"");
    body.attribute("aria-label", SEARCH.to(language)).raw("></form></search>");
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
