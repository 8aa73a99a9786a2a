//! Transporters, their tariffs, and which tariff counts for a commune.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::{Value, json};
use souk_kernel::{CommuneCode, Money, TransporterId, WilayaCode};
use souk_pricing::delivery_price;

/// How a parcel reaches the shopper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum DeliveryType {
    /// To the door.
    Home,
    /// To the transporter's desk, where the shopper fetches it.
    Desk,
}

/// A company that delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transporter {
    pub id: TransporterId,
    pub name: String,
    pub logo: String,
    pub active: bool,
}

/// A transporter with all its tariffs, as staff edit it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub transporter: Transporter,
    /// In the order of their places.
    pub tariffs: Vec<Tariff>,
    /// 1 when created, one more with each change; 0 of one that is to be created.
    pub version: u64,
}

/// Why a transporter can't be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    #[error("somebody changed the transporter since you read it")]
    Stale,
    #[error("there is no such transporter")]
    Unknown,
}

/// What a transporter takes for a wilaya, or for one commune of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tariff {
    pub wilaya: WilayaCode,
    /// None: the whole wilaya.
    pub commune: Option<CommuneCode>,
    pub delivery: DeliveryType,
    pub price: Money,
    pub delay: Delay,
    pub desk_address: String,
    pub free_from: FreeFrom,
}

/// From which amount of goods on the delivery costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreeFrom {
    Never,
    /// More than nothing.
    Amount(Money),
    /// Whoever saves it doesn't know of it: as it is stored.
    Unsaid,
}

/// Hours from hand-over to delivery, from and to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delay {
    pub min_hours: u32,
    pub max_hours: u32,
}

impl Tariff {
    /// Where and how: `16/1601/desk`.
    fn label(&self) -> String {
        let commune = self.commune.as_ref().map_or_else(|| "*".to_owned(), ToString::to_string);
        format!("{}/{commune}/{}", self.wilaya, self.delivery.as_ref())
    }

    /// Amounts in centimes.
    fn facts(&self) -> Value {
        let Delay { min_hours, max_hours } = self.delay;
        let mut facts = json!({ "price": self.price.centimes(), "hours": [min_hours, max_hours], "desk": self.desk_address });
        if let Some(amount) = self.free_from.amount() {
            facts["freeFrom"] = amount.centimes().into();
        }
        facts
    }

    /// What the delivery of `goods`, at the prices that the shop shows, costs.
    pub fn price_for(&self, goods: Money) -> Money {
        delivery_price(self.price, self.free_from.amount(), goods)
    }
}

impl FreeFrom {
    pub fn amount(self) -> Option<Money> {
        match self {
            Self::Amount(amount) => Some(amount),
            Self::Never | Self::Unsaid => None,
        }
    }
}

/// One transporter's way of delivering to one commune.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub transporter: Transporter,
    pub tariff: Tariff,
}

impl Profile {
    /// What the audit log tells of it, each tariff by itself: an entry has only what changed.
    pub fn facts(&self) -> Value {
        let Transporter { name, logo, active, .. } = &self.transporter;
        let named =
            [("name", name.as_str().into()), ("logo", logo.as_str().into()), ("active", (*active).into())];
        let named = named.map(|(name, value): (_, Value)| (name.to_owned(), value));
        let tariffs =
            self.tariffs.iter().map(|tariff| (format!("tariff {}", tariff.label()), tariff.facts()));
        Value::Object(named.into_iter().chain(tariffs).collect())
    }

    pub fn new(transporter: Transporter, mut tariffs: Vec<Tariff>, version: u64) -> Self {
        tariffs.sort_by(|a, b| a.place().cmp(&b.place()));
        Self { transporter, tariffs, version }
    }

    /// Saves it over what is stored; None where that is the same already, whoever did it.
    pub fn over(mut self, stored: Option<&Self>) -> Result<Option<Self>, SaveError> {
        self.keep_unsaid(stored);
        let present = stored.map_or(0, |stored| stored.version);
        let is_same =
            |stored: &Self| (&stored.transporter, &stored.tariffs) == (&self.transporter, &self.tariffs);
        if stored.is_some_and(is_same) {
            return Ok(None);
        }
        if stored.is_none() && self.version > 0 {
            return Err(SaveError::Unknown);
        }
        if self.version != present {
            return Err(SaveError::Stale);
        }
        Ok(Some(Self { version: present + 1, ..self }))
    }

    /// Both are in the order of their places.
    fn keep_unsaid(&mut self, stored: Option<&Self>) {
        let stored = stored.map_or(&[][..], |stored| &stored.tariffs);
        for tariff in &mut self.tariffs {
            if tariff.free_from == FreeFrom::Unsaid {
                let found = stored.binary_search_by(|other| other.place().cmp(&tariff.place()));
                tariff.free_from = found.map_or(FreeFrom::Never, |place| stored[place].free_from);
            }
        }
    }
}

impl Tariff {
    fn place(&self) -> (&str, Option<&str>, DeliveryType) {
        (self.wilaya.as_str(), self.commune.as_ref().map(CommuneCode::as_str), self.delivery)
    }
}

/// The offers for one commune out of the tariffs that could serve it: of a transporter's tariffs for one delivery
/// type the commune's own wins over its wilaya's. Own-commune offers come first (spec 5), then the cheaper.
pub fn offers(candidates: Vec<Offer>) -> Vec<Offer> {
    let mut best: BTreeMap<(TransporterId, DeliveryType), Offer> = BTreeMap::new();
    for offer in candidates {
        let key = (offer.transporter.id, offer.tariff.delivery);
        let is_better = best.get(&key).is_none_or(|other| other.tariff.commune.is_none());
        if is_better {
            best.insert(key, offer);
        }
    }
    let mut offers: Vec<Offer> = best.into_values().collect();
    offers.sort_by_key(|offer| (offer.tariff.commune.is_none(), offer.tariff.price));
    offers
}

/// The offer of the delivery type that the shopper chose; without a choice the door, where it is served, else the
/// desk.
pub fn choose(offers: &[Offer], wanted: Option<DeliveryType>) -> Option<&Offer> {
    let of = |delivery| offers.iter().find(|offer| offer.tariff.delivery == delivery);
    match wanted {
        Some(delivery) => of(delivery),
        None => of(DeliveryType::Home).or_else(|| of(DeliveryType::Desk)),
    }
}

/// `home`, `desk`, or an empty text for no choice.
pub fn parse_choice(text: &str) -> Result<Option<DeliveryType>, strum::ParseError> {
    if text.is_empty() { Ok(None) } else { DeliveryType::from_str(text).map(Some) }
}

#[cfg(test)]
mod tests {
    use souk_kernel::SystemClock;

    use super::*;

    fn offer(transporter: TransporterId, commune: Option<&str>, delivery: DeliveryType, price: i64) -> Offer {
        let commune = commune.map(|code| code.parse().expect("a commune"));
        let tariff = Tariff {
            wilaya: "16".parse().expect("a wilaya"),
            commune,
            delivery,
            price: Money::from_centimes(price),
            delay: Delay { min_hours: 24, max_hours: 48 },
            desk_address: String::new(),
            free_from: FreeFrom::Never,
        };
        let transporter =
            Transporter { id: transporter, name: "Rapide".into(), logo: String::new(), active: true };
        Offer { transporter, tariff }
    }

    #[test]
    fn a_communes_own_tariff_wins_in_any_order_and_is_shown_first() {
        let (near, far) = (TransporterId::new(&SystemClock), TransporterId::new(&SystemClock));
        let mut candidates = vec![
            offer(near, None, DeliveryType::Home, 400),
            offer(near, Some("1601"), DeliveryType::Home, 900),
            offer(far, None, DeliveryType::Home, 500),
            offer(far, None, DeliveryType::Desk, 300),
        ];
        let prices = |candidates: Vec<Offer>| -> Vec<i64> {
            offers(candidates).iter().map(|offer| offer.tariff.price.centimes()).collect()
        };
        assert_eq!(prices(candidates.clone()), [900, 300, 500]);
        candidates.reverse();
        assert_eq!(prices(candidates), [900, 300, 500]);
    }

    #[test]
    fn delivery_is_free_from_its_amount_on() {
        let id = TransporterId::new(&SystemClock);
        let mut tariff = offer(id, None, DeliveryType::Home, 40_000).tariff;
        let price = |tariff: &Tariff, goods| tariff.price_for(Money::from_centimes(goods)).centimes();
        assert_eq!(price(&tariff, i64::MAX), 40_000);
        tariff.free_from = FreeFrom::Amount(Money::from_centimes(500_000));
        assert_eq!(
            [price(&tariff, 499_999), price(&tariff, 500_000), price(&tariff, 500_001)],
            [40_000, 0, 0]
        );
    }

    #[test]
    fn what_a_caller_does_not_know_of_stays() {
        let id = TransporterId::new(&SystemClock);
        let tariff = |commune, free_from| {
            let Offer { tariff, .. } = offer(id, commune, DeliveryType::Home, 40_000);
            Tariff { free_from, ..tariff }
        };
        let amount = FreeFrom::Amount(Money::from_centimes(500_000));
        let profile = |tariffs, version| {
            Profile::new(offer(id, None, DeliveryType::Home, 0).transporter, tariffs, version)
        };
        let stored = profile(vec![tariff(None, amount), tariff(Some("1601"), FreeFrom::Never)], 3);
        let wanted = vec![tariff(Some("1602"), FreeFrom::Unsaid), tariff(None, FreeFrom::Unsaid)];
        let saved =
            profile(wanted, 3).over(Some(&stored)).expect("it is the present version").expect("it differs");
        let amounts: Vec<_> = saved.tariffs.iter().map(|tariff| tariff.free_from).collect();
        assert_eq!(amounts, [amount, FreeFrom::Never]);
    }

    #[test]
    fn without_a_choice_the_door_comes_before_the_desk() {
        let id = TransporterId::new(&SystemClock);
        let both = [offer(id, None, DeliveryType::Desk, 1), offer(id, None, DeliveryType::Home, 2)];
        assert_eq!(choose(&both, None), Some(&both[1]));
        assert_eq!(choose(&both[..1], None), Some(&both[0]));
        assert_eq!(choose(&both[..1], Some(DeliveryType::Home)), None);
    }
}
