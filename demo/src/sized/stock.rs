//! What stands on the shelves of a sized shop before its orders, and the deliveries that explain it.

use time::Duration;
use uuid::Uuid;

use super::copy::{Rows, Value};
use super::dice::Dice;
use super::goods::Product;
use super::range::{Range, WAREHOUSES};
use crate::ids;

/// Of a hundred products so many are at home in each warehouse.
const HOMES: [u64; 5] = [50, 20, 15, 10, 5];
/// Before the first order.
pub const OPENED: Duration = Duration::days(3 * 365 + 10);

/// Id of a warehouse by its place in the list.
pub fn warehouse(place: usize) -> Uuid {
    ids::uuid("warehouse", WAREHOUSES[place].0)
}

/// The warehouse that orders take the product from.
pub fn home(range: &Range, number: u64) -> usize {
    let mut point = Dice::of(range.seed, "home", number).below(100);
    for (place, share) in HOMES.into_iter().enumerate() {
        if point < share {
            return place;
        }
        point -= share;
    }
    0
}

/// The levels of a product's keys in its home and now and then in another warehouse; one in twenty is sold out.
pub fn add(range: &Range, product: &Product, number: u64, levels: &mut Rows, movements: &mut Rows) {
    let mut dice = Dice::of(range.seed, "stock", number);
    let home = home(range, number);
    for combination in product.stock_keys() {
        let pieces = if dice.percent(5) { 0 } else { dice.between(4, 150) };
        shelf(range, &mut dice, [product.id, combination, warehouse(home)], pieces, levels, movements);
        if dice.percent(35) {
            let other = (home + 1 + dice.index(WAREHOUSES.len() - 1)) % WAREHOUSES.len();
            let pieces = dice.between(1, 40);
            shelf(range, &mut dice, [product.id, combination, warehouse(other)], pieces, levels, movements);
        }
    }
}

fn shelf(
    range: &Range,
    dice: &mut Dice,
    key: [Uuid; 3],
    pieces: i64,
    levels: &mut Rows,
    movements: &mut Rows,
) {
    let [product, combination, warehouse] = key;
    levels.add(&[
        ("product_id", Value::Uuid(product)),
        ("combination_id", Value::Uuid(combination)),
        ("warehouse_id", Value::Uuid(warehouse)),
        ("on_hand", Value::Int(pieces)),
    ]);
    if pieces == 0 {
        return;
    }
    let at = range.now - OPENED;
    movements.add(&[
        ("id", Value::Uuid(dice.uuid(at))),
        ("warehouse_id", Value::Uuid(warehouse)),
        ("product_id", Value::Uuid(product)),
        ("combination_id", Value::Uuid(combination)),
        ("kind", Value::Text("received")),
        ("quantity", Value::Int(pieces)),
        ("before", Value::Int(0)),
        ("after", Value::Int(pieces)),
        ("reason", Value::Text("Stock initial")),
        ("actor_name", Value::Text("Karim Haddad")),
        ("at", Value::Time(at)),
    ]);
}
