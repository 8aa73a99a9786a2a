//! The pages of the form: plain HTML that any browser sends.

use souk_kernel::{Language, Money};
use souk_proto::orders::v1 as proto;
use souk_views::{Combination, ProductPage};

use super::form::{Given, MOST_PIECES, offer};
use crate::pages::html::Html;
use crate::pages::words::{self, Word};
use crate::pages::{ORDER_FORM_PATH, localized, price, shown_price};

/// Where the form is sent: as large as the calls that orders are sent by.
pub const SEND_PATH: &str = "/web/api/cart/form";

/// All that a step shows.
pub struct Form<'a> {
    pub language: Language,
    pub given: &'a Given,
    pub goods: &'a ProductPage,
    pub combination: Option<&'a Combination>,
    pub wilayas: &'a [proto::Wilaya],
    /// Of the wilaya that is chosen.
    pub communes: &'a [proto::Commune],
    /// To the commune that is chosen.
    pub offers: &'a [proto::Offer],
    /// What is wrong with what was sent.
    pub told: Told,
    pub csrf: String,
    /// Names the submission.
    pub key: String,
}

/// Why what was sent was not taken.
#[derive(Debug, Default)]
pub struct Told {
    pub notice: Option<Word>,
    /// Names of the fields at fault.
    pub wrong: Vec<String>,
}

impl Form<'_> {
    pub fn write(&self) -> Html {
        let mut html = Html::new();
        html.raw("<div class=\"page-head\"><h1 dir=\"auto\">").text(&self.goods.name).raw("</h1></div><p>");
        html.element("bdi", &price(self.piece(), self.language)).raw("</p>");
        if let Some(notice) = self.told.notice {
            html.raw("<p class=\"note\" role=\"alert\">").text(self.to(notice)).raw("</p>");
        }
        self.write_place(&mut html);
        if !self.given.commune.is_empty() && self.offers.is_empty() {
            html.element("p", self.to(words::ORDER_NOBODY));
        } else if !self.offers.is_empty() {
            self.write_order(&mut html);
        }
        html
    }

    fn to(&self, word: Word) -> &'static str {
        word.to(self.language)
    }

    /// What one piece costs.
    fn piece(&self) -> Money {
        match self.combination {
            Some(one) => shown_price(one.price_ht, one.price_after_promotion).0,
            None => shown_price(self.goods.price_ht, self.goods.product_price_after_promotion).0,
        }
    }

    /// How many pieces: as given, else the fewest that can be ordered.
    fn pieces(&self) -> u32 {
        let [least, ..] = self.numbers();
        if self.given.quantity.is_empty() { least } else { self.given.pieces() }
    }

    /// The fewest pieces that can be ordered, by how many more, and the most.
    fn numbers(&self) -> [u32; 3] {
        self.goods.quantity_rule.map_or([1, 1, MOST_PIECES], |rule| {
            [rule.minimum_quantity, rule.quantity_step, rule.maximum_quantity.unwrap_or(MOST_PIECES)]
        })
    }

    /// What, how many and where to: each choice shows the next one.
    fn write_place(&self, html: &mut Html) {
        let action = localized(self.language, ORDER_FORM_PATH);
        html.open("form", &[("method", "get"), ("action", &action)]);
        hidden(html, "product", &self.goods.slug);
        let offered = self.goods.combinations.iter().filter(|one| one.available);
        let offered: Vec<_> = offered.map(|one| (one.id.as_str(), one.display_name.as_str())).collect();
        if !self.goods.combinations.is_empty() {
            let chosen = self.combination.map_or("", |one| one.id.as_str());
            self.write_choice(html, ("combination", words::ORDER_COMBINATION), &offered, chosen);
        }
        let pieces = self.pieces().to_string();
        let [least, step, most] = self.numbers().map(|number| number.to_string());
        let limits = [("type", "number"), ("min", &least), ("step", &step), ("max", &most), ("required", "")];
        self.write_field(html, ("quantity", words::ORDER_QUANTITY), &pieces, &limits);
        let wilayas = self.wilayas.iter().filter(|one| one.deliverable);
        let wilayas: Vec<_> =
            wilayas.map(|one| (one.id.as_str(), self.named(&one.name, &one.name_ar))).collect();
        self.write_choice(html, ("wilaya", words::ORDER_WILAYA), &wilayas, &self.given.wilaya);
        if !self.communes.is_empty() {
            let communes = self.communes.iter().filter(|one| one.deliverable);
            let communes: Vec<_> =
                communes.map(|one| (one.id.as_str(), self.named(&one.name, &one.name_ar))).collect();
            self.write_choice(html, ("commune", words::ORDER_COMMUNE), &communes, &self.given.commune);
        }
        button(html, self.to(words::ORDER_CONTINUE));
    }

    /// How it is delivered and who orders.
    fn write_order(&self, html: &mut Html) {
        html.open("form", &[("method", "post"), ("action", SEND_PATH)]);
        let pieces = self.pieces().to_string();
        for (name, value) in [
            ("language", self.language.code()),
            ("product", &self.goods.slug),
            ("combination", self.combination.map_or("", |one| one.id.as_str())),
            ("quantity", &pieces),
            ("wilaya", &self.given.wilaya),
            ("commune", &self.given.commune),
            ("csrf", &self.csrf),
            ("key", &self.key),
        ] {
            hidden(html, name, value);
        }
        html.raw("<fieldset>").element("legend", self.to(words::ORDER_DELIVERY));
        for one in self.offers {
            self.write_offer(html, one);
        }
        self.write_mistake(html, "transporter", words::ORDER_WRONG);
        html.raw("</fieldset>");
        let name = [("type", "text"), ("maxlength", "20"), ("required", "")];
        let Given { lastname, firstname, phone, address, .. } = self.given;
        self.write_field(html, ("lastname", words::ORDER_LASTNAME), lastname, &name);
        self.write_field(html, ("firstname", words::ORDER_FIRSTNAME), firstname, &name);
        let tel = [("type", "tel"), ("inputmode", "numeric"), ("dir", "ltr"), ("required", "")];
        self.write_field(html, ("phone", words::ORDER_PHONE), phone, &tel);
        let line = [("type", "text"), ("maxlength", "250")];
        self.write_field(html, ("address", words::ORDER_ADDRESS), address, &line);
        button(html, self.to(words::ORDER_SEND));
    }

    fn write_offer(&self, html: &mut Html, one: &proto::Offer) {
        let goods = Money::from_centimes(self.piece().centimes().saturating_mul(self.pieces().into()));
        let is_free = one.free_from > 0 && goods.centimes() >= one.free_from;
        let delivery = if is_free { 0 } else { one.price };
        let total = Money::from_centimes(goods.centimes().saturating_add(delivery));
        let value = offer(&one.transporter_id, &one.delivery_type, total);
        let is_chosen = self.given.offer.rsplit_once(':').map(|(way, _)| way)
            == value.rsplit_once(':').map(|(way, _)| way);
        let mut radio =
            vec![("type", "radio"), ("name", "offer"), ("value", value.as_str()), ("required", "")];
        if is_chosen || self.offers.len() == 1 {
            radio.push(("checked", ""));
        }
        html.raw("<p><label>").void("input", &radio).raw(" ");
        html.element("bdi", &one.name).raw(" ");
        let way = if one.delivery_type == "desk" { words::ORDER_DESK } else { words::ORDER_HOME };
        html.text(self.to(way)).raw(", ");
        match delivery {
            0 => html.text(self.to(words::ORDER_FREE)),
            cost => html.element("bdi", &price(Money::from_centimes(cost), self.language)),
        };
        html.raw(" · ").text(self.to(words::ORDER_TOTAL)).raw(" ");
        html.element("b", &price(total, self.language)).raw("</label></p>");
    }

    fn named<'b>(&self, latin: &'b str, arabic: &'b str) -> &'b str {
        if self.language == Language::Ar && !arabic.is_empty() { arabic } else { latin }
    }

    fn write_choice(
        &self,
        html: &mut Html,
        (name, word): (&'static str, Word),
        choices: &[(&str, &str)],
        chosen: &str,
    ) {
        html.raw("<p><label>").text(self.to(word)).raw(" ");
        html.open("select", &[("name", name), ("required", "")]);
        html.raw("<option value=\"\"></option>");
        for (value, text) in choices {
            let selected: &[(&str, &str)] = if *value == chosen { &[("selected", "")] } else { &[] };
            html.open("option", &[&[("value", *value)][..], selected].concat()).text(text).raw("</option>");
        }
        html.raw("</select></label>");
        self.write_mistake(html, name, words::ORDER_WRONG);
        html.raw("</p>");
    }

    fn write_field(
        &self,
        html: &mut Html,
        (name, word): (&'static str, Word),
        value: &str,
        kind: &[(&str, &str)],
    ) {
        html.raw("<p><label>").text(self.to(word)).raw(" ");
        html.void("input", &[&[("name", name), ("value", value)][..], kind].concat()).raw("</label>");
        let wrong = match name {
            "phone" => words::ORDER_WRONG_PHONE,
            "lastname" | "firstname" => words::ORDER_WRONG_NAME,
            _ => words::ORDER_WRONG,
        };
        self.write_mistake(html, name, wrong);
        html.raw("</p>");
    }

    fn write_mistake(&self, html: &mut Html, field: &str, word: Word) {
        if self.told.wrong.iter().any(|wrong| wrong == field) {
            html.raw(" <span class=\"small\" role=\"alert\">").text(self.to(word)).raw("</span>");
        }
    }
}

/// What was ordered, and what happens next.
pub fn placed(number: &str, total: Money, language: Language) -> Html {
    let mut html = Html::new();
    html.raw("<div class=\"page-head\">").element("h1", words::ORDER_PLACED.to(language)).raw("</div><p>");
    html.text(words::ORDER_PLACED_TEXT.to(language)).raw(" ").element("b", number).raw("</p><p>");
    html.text(words::ORDER_TOTAL.to(language)).raw(" ").element("bdi", &price(total, language)).raw("</p>");
    html
}

/// What there is instead of the form.
pub fn instead(word: Word, phone: &str, language: Language) -> Html {
    let mut html = Html::new();
    html.raw("<div class=\"page-head\">").element("h1", word.to(language)).raw("</div>");
    if !phone.is_empty() {
        html.raw("<p>").open("a", &[("class", "link ltr num"), ("href", &format!("tel:{phone}"))]);
        html.text(phone).raw("</a></p>");
    }
    html
}

fn hidden(html: &mut Html, name: &str, value: &str) {
    html.void("input", &[("type", "hidden"), ("name", name), ("value", value)]);
}

fn button(html: &mut Html, text: &str) {
    html.raw("<p><button class=\"button button_primary\">").text(text).raw("</button></p></form>");
}
