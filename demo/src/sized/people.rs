//! Who orders, from where and by whom it is delivered.

use std::collections::HashMap;

use anyhow::ensure;
use sqlx::PgConnection;
use uuid::Uuid;

use super::dice::Dice;
use super::words::{FIRST_NAMES, LAST_NAMES};

/// Orders for each customer, on average.
const ORDERS_EACH: u64 = 3;

/// A commune that somebody delivers to.
#[derive(Debug)]
pub struct Place {
    pub wilaya: String,
    pub wilaya_name: String,
    pub commune: String,
    pub commune_name: String,
}

/// How a transporter delivers to a wilaya.
#[derive(Debug, Clone)]
pub struct Offer {
    pub transporter: Uuid,
    pub name: String,
    /// `home` or `desk`.
    pub kind: String,
    /// Centimes.
    pub price: i64,
}

/// Where orders go.
#[derive(Debug)]
pub struct Country {
    places: Vec<Place>,
    /// Those of the capital's wilaya, which orders most.
    capital: Vec<usize>,
    offers: HashMap<String, Vec<Offer>>,
}

/// A customer, who comes back with the same phone.
#[derive(Debug)]
pub struct Customer {
    pub visitor: Uuid,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub phone: String,
    /// Place in the country.
    pub place: usize,
}

impl Country {
    pub async fn read(orders: &mut PgConnection) -> anyhow::Result<Self> {
        let offers = sqlx::query_as::<_, (String, Uuid, String, String, i64)>(
            "SELECT f.wilaya_code, t.id, t.name, f.delivery_type, f.price FROM tariffs f
               JOIN transporters t ON t.id = f.transporter_id
              WHERE t.active AND f.commune_code IS NULL ORDER BY 1, 2, 4",
        );
        let mut by_wilaya = HashMap::<String, Vec<Offer>>::new();
        for (wilaya, transporter, name, kind, price) in offers.fetch_all(&mut *orders).await? {
            by_wilaya.entry(wilaya).or_default().push(Offer { transporter, name, kind, price });
        }
        let communes = sqlx::query_as::<_, (String, String, String, String)>(
            "SELECT w.code, w.name, c.code, c.name FROM communes c JOIN wilayas w ON w.code = c.wilaya_code ORDER BY 3",
        );
        let places: Vec<Place> = communes
            .fetch_all(orders)
            .await?
            .into_iter()
            .filter(|(wilaya, ..)| by_wilaya.contains_key(wilaya))
            .map(|(wilaya, wilaya_name, commune, commune_name)| Place {
                wilaya,
                wilaya_name,
                commune,
                commune_name,
            })
            .collect();
        ensure!(!places.is_empty(), "no transporter delivers anywhere: load the demo first");
        let capital = (0..places.len()).filter(|place| places[*place].wilaya == "16").collect();
        Ok(Self { places, capital, offers: by_wilaya })
    }

    pub fn place(&self, place: usize) -> &Place {
        &self.places[place]
    }

    pub fn offer(&self, place: usize, dice: &mut Dice) -> &Offer {
        dice.pick(&self.offers[&self.places[place].wilaya])
    }
}

impl Customer {
    /// Who placed an order: of so many orders, a third as many customers.
    pub fn draw(country: &Country, seed: u64, orders: u64, dice: &mut Dice) -> Self {
        let number = dice.below(orders.div_ceil(ORDERS_EACH));
        let mut own = Dice::of(seed, "customer", number);
        let in_capital = !country.capital.is_empty() && own.percent(30);
        let place = if in_capital { *own.pick(&country.capital) } else { own.index(country.places.len()) };
        Self {
            visitor: own.uuid(time::OffsetDateTime::UNIX_EPOCH),
            first_name: *own.pick(&FIRST_NAMES),
            last_name: *own.pick(&LAST_NAMES),
            phone: phone(number),
            place,
        }
    }
}

/// A number of its own for each of 50 million customers, none of which the demo's orders have.
fn phone(number: u64) -> String {
    format!("0{}{:08}", 5 + number % 3, number * 7_919 % 50_000_000)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_customer_has_a_phone_of_its_own() {
        let phones: HashSet<_> = (0..100_000).map(phone).collect();
        assert_eq!(phones.len(), 100_000);
        assert!(phones.iter().all(|phone| phone.len() == 10));
    }
}
