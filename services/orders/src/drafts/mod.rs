//! Carts that shoppers left their phone for and did not order, as staff see them. They are what [`crate::carts`] stores, priced as
//! checkout would price them now.

mod model;
mod rpc;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, Counted, Money, Page, Permission};
use souk_rpc::{Actor, Failure};
use sqlx::PgPool;

pub use model::{ListedDraft, ListedLine, Sort};
pub use rpc::DraftsRpc;

use crate::checkout::price_line;
use crate::items::CartLine;
use crate::sellables::{self, Goods};

/// The use cases of this feature.
#[derive(Clone)]
pub struct Drafts {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Drafts {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// The page's drafts and how many there are; those past their time are gone already.
    pub async fn list(
        &self,
        actor: &Actor,
        page: Page,
        sort: Sort,
    ) -> Result<(Vec<ListedDraft>, Counted), Failure> {
        actor.require(Permission::OrdersConfirm)?;
        let now = self.clock.now();
        let mut tx = souk_database::snapshot(&self.pool).await.map_err(souk_database::failure)?;
        let listed = async {
            let drafts = store::page(&mut tx, page, sort, now).await?;
            let total = store::count(&mut tx, now).await?;
            let lines = drafts.iter().flat_map(|draft| &draft.lines);
            let goods = sellables::goods(&mut tx, lines.map(|line| line.product), now).await?;
            tx.commit().await?;
            Ok((drafts.into_iter().map(|draft| listed(&goods, draft)).collect(), total))
        };
        listed.await.map_err(souk_database::failure)
    }
}

fn listed(goods: &Goods, draft: store::Draft) -> ListedDraft {
    let lines: Vec<_> = draft.lines.into_iter().map(|line| listed_line(goods, line)).collect();
    let total = lines.iter().filter_map(|line| line.unit_price?.times(line.line.quantity.get()).ok());
    let total = total.fold(Money::ZERO, |sum, price| sum.checked_add(price).unwrap_or(sum));
    let store::Draft { id, first_name, last_name, phone, updated_at, expires_at, .. } = draft;
    ListedDraft { id, first_name, last_name, phone, lines, total, updated_at, expires_at }
}

fn listed_line(goods: &Goods, line: CartLine) -> ListedLine {
    if let Some(priced) = goods.rules().and_then(|rules| price_line(&line, &goods.sellables, rules)) {
        return ListedLine {
            line,
            name: priced.name,
            combination_name: priced.combination_name,
            unit_price: Some(priced.unit_price),
        };
    }
    let known = goods.sellables.get(&line.product);
    let own = known.and_then(|it| it.combinations.iter().find(|own| Some(own.id) == line.combination));
    ListedLine {
        line,
        name: known.map(|known| known.name.clone()).unwrap_or_default(),
        combination_name: own.map(|own| own.name.clone()).unwrap_or_default(),
        unit_price: None,
    }
}
