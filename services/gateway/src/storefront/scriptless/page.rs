//! The pages of the form: plain HTML that any browser sends.

use souk_kernel::{Language, Money, MoneyError, Quantity, QuantityRule};
use souk_pricing::delivery_price;
use souk_views::{Combination, Dinars, ProductPage};

use super::form::{Given, PLACE_STEP, offer};
use super::told::Told;
use super::words;
use crate::pages::html::Html;
use crate::pages::words::Word;
use crate::pages::{ORDER_FORM_PATH, localized, price, shown_price};
use crate::storefront::geography::{Commune, TransporterOffer, Wilaya};

/// Where the form is sent: as large as the calls that orders are sent by.
pub const SEND_PATH: &str = "/web/api/cart/form";

/// The button that leads on.
const PRIMARY: [(&str, &str); 1] = [("class", "button button_primary")];

/// All that a step shows.
pub struct Form<'a> {
    pub language: Language,
    pub given: &'a Given,
    pub goods: &'a ProductPage,
    /// What is ordered of a product that has some, once it is chosen.
    pub combination: Option<&'a Combination>,
    /// How many can be ordered, and are.
    pub rule: QuantityRule,
    pub pieces: u32,
    pub wilayas: &'a [Wilaya],
    /// Of the wilaya that is chosen.
    pub communes: &'a [Commune],
    /// To the commune that is chosen; none yet where something before it is wrong.
    pub offers: &'a [TransporterOffer],
    /// Whether nobody delivers there.
    pub is_nobodys: bool,
    /// What is wrong with what was given.
    pub told: Told,
    /// Whether who orders is asked for already.
    pub is_whole: bool,
    pub csrf: String,
    /// Names the submission.
    pub key: String,
}

/// A field with its word.
type Field = (&'static str, Word);

impl Form<'_> {
    pub fn write(&self) -> Html {
        let mut html = Html::new();
        html.raw("<div class=\"page-head\"><h1 dir=\"auto\">").text(&self.goods.name).raw("</h1></div><p>");
        html.element("bdi", &price(self.piece(), self.language)).raw("</p>");
        self.write_notice(&mut html);
        if self.is_whole {
            self.write_whole(&mut html);
        } else {
            self.write_first(&mut html);
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

    /// What the delivery costs, and all together.
    fn costs(&self, one: &TransporterOffer) -> Result<[Money; 2], MoneyError> {
        let goods = self.piece().times(self.pieces)?;
        let Dinars(usual) = one.price;
        let delivery = delivery_price(usual, one.free_from.map(|Dinars(amount)| amount), goods);
        Ok([delivery, goods.checked_add(delivery)?])
    }

    /// Why it was not taken, else the first field at fault with a link to it.
    fn write_notice(&self, html: &mut Html) {
        let (notice, first) = (&self.told.notice, self.told.first());
        if notice.is_none() && first.is_none() {
            return;
        }
        html.raw("<p class=\"note\" role=\"alert\">");
        if let Some(notice) = notice {
            html.element("span", notice);
        } else if let Some((field, fault)) = first {
            let said = words::fault(field, fault, self.language);
            // The product itself is nowhere filled in.
            if words::label(field).is_none() || field == "product" {
                html.element("span", &said);
            } else {
                html.open("a", &[("href", &format!("#{field}"))]).text(&said).raw("</a>");
            }
        }
        if self.told.is_over {
            html.open("a", &[("class", "link"), ("href", &self.address())]);
            html.text(self.to(words::REOPEN)).raw("</a>");
        }
        html.raw("</p>");
    }

    /// Of the page as far as its address tells: not who orders.
    fn address(&self) -> String {
        let Given { combination, quantity, wilaya, commune, .. } = self.given;
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("product", &self.goods.slug);
        for (name, value) in
            [("combination", combination), ("quantity", quantity), ("wilaya", wilaya), ("commune", commune)]
        {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        localized(self.language, &format!("{ORDER_FORM_PATH}?{}", query.finish()))
    }

    /// What and where to: each choice shows the next one.
    fn write_first(&self, html: &mut Html) {
        let action = localized(self.language, ORDER_FORM_PATH);
        html.open("form", &[("class", "order"), ("method", "get"), ("action", &action)]);
        hidden(html, "product", &self.goods.slug);
        self.write_place(html);
        button(html, self.to(words::CONTINUE), &PRIMARY);
        html.raw("</form>");
        self.write_nobody(html);
    }

    /// All of it at once, so that nothing that is typed gets lost: one button asks for it again, the other orders.
    fn write_whole(&self, html: &mut Html) {
        html.open("form", &[("class", "order"), ("method", "post"), ("action", SEND_PATH)]);
        for (name, value) in [
            ("language", self.language.code()),
            ("id", &self.goods.id),
            ("product", &self.goods.slug),
            ("csrf", &self.csrf),
            ("key", &self.key),
        ] {
            hidden(html, name, value);
        }
        self.write_place(html);
        let asks_again =
            [("class", "button"), ("name", "step"), ("value", PLACE_STEP), ("formnovalidate", "")];
        button(html, self.to(words::CONTINUE), &asks_again);
        self.write_nobody(html);
        if !self.offers.is_empty() {
            self.write_offers(html);
        }
        let name = [("type", "text"), ("maxlength", "20"), ("required", "")];
        let Given { lastname, firstname, phone, address, .. } = self.given;
        self.write_field(html, ("lastname", words::LASTNAME), lastname, &name, None);
        self.write_field(html, ("firstname", words::FIRSTNAME), firstname, &name, None);
        let tel = [("type", "tel"), ("inputmode", "numeric"), ("dir", "ltr"), ("required", "")];
        self.write_field(html, ("phone", words::PHONE), phone, &tel, None);
        let line = [("type", "text"), ("maxlength", "250")];
        self.write_field(html, ("address", words::ADDRESS), address, &line, None);
        if !self.offers.is_empty() {
            button(html, self.to(words::SEND), &PRIMARY);
        }
        html.raw("</form>");
    }

    /// What, how many and where to.
    fn write_place(&self, html: &mut Html) {
        if !self.goods.combinations.is_empty() {
            let offered = self.goods.combinations.iter().filter(|one| one.available);
            let offered: Vec<_> = offered.map(|one| (one.id.as_str(), one.display_name.as_str())).collect();
            let chosen = self.combination.map_or("", |one| one.id.as_str());
            self.write_choice(html, ("combination", words::COMBINATION), &offered, chosen);
        }
        self.write_quantity(html);
        let wilayas = self.wilayas.iter().filter(|one| one.deliverable);
        let wilayas: Vec<_> =
            wilayas.map(|one| (one.id.as_str(), self.named(&one.name, &one.name_ar))).collect();
        self.write_choice(html, ("wilaya", words::WILAYA), &wilayas, &self.given.wilaya);
        if !self.communes.is_empty() {
            let communes = self.communes.iter().filter(|one| one.deliverable);
            let communes: Vec<_> =
                communes.map(|one| (one.id.as_str(), self.named(&one.name, &one.name_ar))).collect();
            self.write_choice(html, ("commune", words::COMMUNE), &communes, &self.given.commune);
        }
    }

    fn write_quantity(&self, html: &mut Html) {
        let (rule, given) = (self.rule, &self.given.quantity);
        let pieces = if given.is_empty() { self.pieces.to_string() } else { given.clone() };
        let [least, step, most] = [rule.minimum(), rule.step(), rule.maximum().unwrap_or(Quantity::MAX)]
            .map(|number| number.to_string());
        let limits = [("type", "number"), ("min", &least), ("step", &step), ("max", &most), ("required", "")];
        let hint = words::rule(rule, self.language);
        self.write_field(html, ("quantity", words::QUANTITY), &pieces, &limits, hint.as_deref());
    }

    fn write_nobody(&self, html: &mut Html) {
        if self.is_nobodys {
            html.element("p", self.to(words::NOBODY));
        }
    }

    /// How it is delivered.
    fn write_offers(&self, html: &mut Html) {
        let mut group = vec![("id", "offer"), ("role", "radiogroup")];
        if self.told.at("offer").is_some() {
            group.extend([("aria-invalid", "true"), ("aria-describedby", "offer-wrong")]);
        }
        html.open("fieldset", &group);
        html.raw("<legend class=\"field_label\">").text(self.to(words::DELIVERY));
        html.raw("</legend><div class=\"delivery_all\">");
        for one in self.offers {
            self.write_offer(html, one);
        }
        html.raw("</div>");
        self.write_fault(html, "offer");
        html.raw("</fieldset>");
    }

    fn write_offer(&self, html: &mut Html, one: &TransporterOffer) {
        // What is more than an amount can be, nobody orders.
        let Ok([delivery, total]) = self.costs(one) else { return };
        let value = offer(&one.id, &one.delivery_type, total);
        let is_chosen = self.given.offer.rsplit_once(':').map(|(way, _)| way)
            == value.rsplit_once(':').map(|(way, _)| way);
        let mut radio = vec![
            ("class", "check_radio"),
            ("type", "radio"),
            ("name", "offer"),
            ("value", value.as_str()),
            ("required", ""),
        ];
        if is_chosen || self.offers.len() == 1 {
            radio.push(("checked", ""));
        }
        html.raw("<label class=\"delivery\">").void("input", &radio);
        html.raw("<span class=\"delivery_title\"><span>").element("bdi", &one.name).raw(" ");
        let way = if one.delivery_type == "desk" { words::DESK } else { words::HOME };
        html.text(self.to(way)).raw("</span></span><span class=\"delivery_price\">");
        if delivery.is_zero() {
            html.text(self.to(words::FREE));
        } else {
            html.element("bdi", &price(delivery, self.language));
        }
        html.raw("</span><span class=\"delivery_detail\">");
        let goods = self.combination.map_or(&self.goods.name, |one| &one.display_name);
        html.element("bdi", goods).raw(" × ").text(&self.pieces.to_string()).raw(", ");
        html.text(self.to(words::TOTAL)).raw(" ");
        html.element("b", &price(total, self.language)).raw("</span></label>");
    }

    fn named<'b>(&self, latin: &'b str, arabic: &'b str) -> &'b str {
        if self.language == Language::Ar && !arabic.is_empty() { arabic } else { latin }
    }

    fn write_choice(&self, html: &mut Html, (name, word): Field, choices: &[(&str, &str)], chosen: &str) {
        self.write_label(html, (name, word));
        self.write_control(html, "select", (name, None), &[("required", "")]);
        html.raw("<option value=\"\"></option>");
        for (value, text) in choices {
            let selected: &[(&str, &str)] = if *value == chosen { &[("selected", "")] } else { &[] };
            html.open("option", &[&[("value", *value)][..], selected].concat()).text(text).raw("</option>");
        }
        html.raw("</select>");
        self.write_fault(html, name);
        html.raw("</div>");
    }

    fn write_field(
        &self,
        html: &mut Html,
        (name, word): Field,
        value: &str,
        kind: &[(&str, &str)],
        hint: Option<&str>,
    ) {
        self.write_label(html, (name, word));
        self.write_control(html, "input", (name, hint), &[&[("value", value)][..], kind].concat());
        if let Some(hint) = hint {
            html.open("span", &[("class", "field_help"), ("id", &format!("{name}-hint"))]);
            html.text(hint).raw("</span>");
        }
        self.write_fault(html, name);
        html.raw("</div>");
    }

    /// Begins a field, which its writer ends.
    fn write_label(&self, html: &mut Html, (name, word): Field) {
        let class = if self.told.at(name).is_some() { "field field_invalid" } else { "field" };
        html.open("div", &[("class", class)]);
        html.open("label", &[("for", name)]).text(self.to(word)).raw("</label>");
    }

    /// What is filled in, with what is said of it: its hint, and what is wrong with it.
    fn write_control(
        &self,
        html: &mut Html,
        tag: &str,
        (name, hint): (&str, Option<&str>),
        attributes: &[(&str, &str)],
    ) {
        let is_wrong = self.told.at(name).is_some();
        let said = [hint.map(|_| "hint"), is_wrong.then_some("wrong")].into_iter().flatten();
        let said = said.map(|part| format!("{name}-{part}")).collect::<Vec<_>>().join(" ");
        let mut all = [&[("name", name)][..], attributes, &[("id", name)]].concat();
        if is_wrong {
            all.push(("aria-invalid", "true"));
        }
        if !said.is_empty() {
            all.push(("aria-describedby", &said));
        }
        all.push(("class", "field_input"));
        html.open(tag, &all);
    }

    fn write_fault(&self, html: &mut Html, name: &str) {
        if let Some(fault) = self.told.at(name) {
            html.open("span", &[("class", "field_error"), ("id", &format!("{name}-wrong"))]);
            html.text(fault).raw("</span>");
        }
    }
}

/// What was ordered, and what happens next.
pub fn placed(number: &str, total: Money, language: Language) -> Html {
    let mut html = Html::new();
    html.raw("<div class=\"page-head\">").element("h1", words::PLACED.to(language)).raw("</div><p>");
    html.text(words::PLACED_TEXT.to(language)).raw(" ").element("b", number).raw("</p><p>");
    html.text(words::TOTAL.to(language)).raw(" ").element("bdi", &price(total, language)).raw("</p>");
    html
}

/// What there is instead of the form.
pub fn instead(said: &str, phone: &str) -> Html {
    let mut html = Html::new();
    html.raw("<div class=\"page-head\">").element("h1", said).raw("</div>");
    if !phone.is_empty() {
        html.raw("<p>").open("a", &[("class", "link ltr num"), ("href", &format!("tel:{phone}"))]);
        html.text(phone).raw("</a></p>");
    }
    html
}

fn hidden(html: &mut Html, name: &str, value: &str) {
    html.void("input", &[("type", "hidden"), ("name", name), ("value", value)]);
}

fn button(html: &mut Html, text: &str, attributes: &[(&str, &str)]) {
    html.raw("<p>").open("button", attributes).text(text).raw("</button></p>");
}
