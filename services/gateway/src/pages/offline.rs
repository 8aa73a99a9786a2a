//! What a browser shows for a page that no network brought: it keeps this one (`web/public/service-worker.js`), which says so without a
//! script. The cart is in the browser: a script of its own shows it (`web/public/offline.js`).

use souk_kernel::Language;

use super::content::{Content, untold};
use super::frame::{Frame, write_name, write_phone};
use super::words::{KEPT_CART, OFFLINE, OFFLINE_TEXT, RETRY};

/// The script that shows the cart.
pub const SCRIPT: &str = "/offline.js";

pub fn offline(frame: &Frame, language: Language) -> Content {
    let mut page = untold(OFFLINE.to(language));
    let body = &mut page.body;
    write_name(body, &frame.shop_name);
    body.raw("<main class=\"wrap\" id=\"main\"><div class=\"state\">").element("h1", OFFLINE.to(language));
    body.element("p", OFFLINE_TEXT.to(language)).raw("<div class=\"state_action\">");
    // To where it stands: the page that did not come.
    body.open("a", &[("class", "button button_primary"), ("href", "")])
        .text(RETRY.to(language))
        .raw("</a></div>");
    write_phone(body, &frame.phone);
    body.raw("<section id=\"kept\" hidden>").element("h2", KEPT_CART.to(language));
    body.raw("<ul></ul></section></div></main>");
    page
}
