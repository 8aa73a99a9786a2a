//! A believable shop of any size, straight into the databases: goods in a tree of categories, stock that its ledger
//! explains, three years of orders with their money. Everything follows from the seed and a number, so nothing but the
//! batches on their way is kept in memory; each database gets its part in one transaction, which proves all constraints
//! before it ends, so a load that is cut off leaves nothing.
//!
//! A column of a service's table is written in one place: beside its value in `catalogue`, `stock` or `orders`, or in a
//! statement of `finish`.

mod bare;
mod catalogue;
mod copy;
mod dice;
mod fate;
mod finish;
mod goods;
mod order_rows;
mod orders;
mod people;
mod range;
mod size;
mod skew;
mod stock;
mod words;

use anyhow::{Context as _, ensure};
use sqlx::{Connection as _, PgConnection};
use time::OffsetDateTime;

pub use self::size::Size;

use self::copy::{Lane, pipe};
use self::orders::Book;
use self::people::Country;
use self::range::{Picture, Range, WAREHOUSES};

/// Products or orders that are made and sent at once.
const PORTION: u64 = 2_000;
/// How far the catalogue's revision moves, so that whatever changes meanwhile stays below the load's.
const REVISIONS: i64 = 1_000_000;

/// Where the shop is.
#[derive(Debug, Clone)]
pub struct Databases {
    pub catalog: String,
    pub orders: String,
    pub inventory: String,
    pub payments: String,
}

struct Lanes {
    catalog: Lane,
    orders: Lane,
    shelves: Lane,
    names: Lane,
    payments: Lane,
}

/// Adds the goods and orders to a shop that has at most the demo's, whose phones are `demo_phones`.
pub async fn load(
    databases: &Databases,
    size: Size,
    demo_phones: &[String],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    ensure!(size.products > 0, "a shop has at least one product");
    let mut catalog = PgConnection::connect(&databases.catalog).await.context("catalog's database")?;
    let mut orders = PgConnection::connect(&databases.orders).await.context("orders' database")?;
    refuse_a_shop_in_use(&mut catalog, &mut orders, demo_phones).await?;
    let range = Range::new(size, now, pictures(&mut catalog).await?);
    let current: i64 = sqlx::query_scalar("SELECT current FROM revision").fetch_one(&mut catalog).await?;
    let revision = current + REVISIONS;
    let country = Country::read(&mut orders).await?;
    let first_number = reserve_numbers(&mut orders, size.orders).await?;
    open_warehouses(&databases.inventory, now).await?;

    let lanes = Lanes::open(databases).await?;
    let lanes = tokio::task::spawn_blocking(move || {
        let book = Book { range: &range, country: &country, orders: size.orders, first_number };
        lanes.fill(&range, revision, &book).map(|()| lanes)
    });
    lanes.await??.finish(revision, now).await
}

impl Lanes {
    async fn open(databases: &Databases) -> anyhow::Result<Self> {
        Ok(Self {
            catalog: Lane::open(&databases.catalog).await?,
            orders: Lane::open(&databases.orders).await?,
            shelves: Lane::open(&databases.inventory).await?,
            names: Lane::open(&databases.inventory).await?,
            payments: Lane::open(&databases.payments).await?,
        })
    }

    /// Makes everything, in a thread of its own.
    fn fill(&self, range: &Range, revision: i64, book: &Book<'_>) -> anyhow::Result<()> {
        self.catalog.send(catalogue::reference(range));
        for portion in portions(range.products) {
            let made = catalogue::portion(range, revision, portion);
            let sent = self.catalog.send(made.catalog)
                && self.orders.send(made.orders)
                && self.shelves.send(made.shelves)
                && self.names.send(made.names);
            if !sent {
                return Ok(());
            }
        }
        println!("{} products made", range.products);
        for portion in portions(book.orders) {
            let made = order_rows::portion(book, portion)?;
            let sent = self.orders.send(made.orders)
                && self.shelves.send(made.shelves)
                && self.payments.send(made.payments)
                && self.catalog.send(made.catalog);
            if !sent {
                return Ok(());
            }
        }
        println!("{} orders made", book.orders);
        Ok(())
    }

    /// Works out what follows from the rows and makes all of it visible, the catalogue last.
    async fn finish(self, revision: i64, now: OffsetDateTime) -> anyhow::Result<()> {
        let mut shelves = self.shelves.finish().await?;
        let mut names = self.names.finish().await?;
        let mut payments = self.payments.finish().await?;
        let mut orders = self.orders.finish().await?;
        let mut catalog = self.catalog.finish().await?;
        shelves.strip("availability").await?;
        tokio::try_join!(
            finish::inventory(&mut shelves.connection, now),
            finish::payments(&mut payments.connection),
            finish::orders(&mut orders.connection)
        )?;
        let available = "SELECT product_id, combination_id, version, available FROM availability
                          WHERE xmin = pg_current_xact_id()::xid";
        pipe(
            &mut shelves.connection,
            available,
            &mut catalog.connection,
            "availability (product_id, combination_id, version, available)",
        )
        .await?;
        catalog.strip("product_search_texts").await?;
        finish::catalog(&mut catalog.connection, revision).await?;
        tokio::try_join!(
            shelves.rebuild(),
            names.rebuild(),
            payments.rebuild(),
            orders.rebuild(),
            catalog.rebuild()
        )?;
        let mut connections = vec![names.commit().await?];
        finish::kept(&mut shelves.connection).await?;
        for filled in [shelves, payments, orders, catalog] {
            connections.push(filled.commit().await?);
        }
        // Two lanes fill one database: the planner learns of a table when nobody keeps it any more.
        for mut connection in connections {
            sqlx::raw_sql("ANALYZE").execute(&mut connection).await?;
            connection.close().await?;
        }
        Ok(())
    }
}

fn portions(count: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
    (0..count.div_ceil(PORTION)).map(move |number| number * PORTION..count.min((number + 1) * PORTION))
}

/// Somebody's orders must not drown among made ones.
async fn refuse_a_shop_in_use(
    catalog: &mut PgConnection,
    orders: &mut PgConnection,
    demo_phones: &[String],
) -> anyhow::Result<()> {
    let foreign = "SELECT EXISTS (SELECT FROM orders WHERE phone <> ALL ($1))";
    let foreign: bool = sqlx::query_scalar(foreign).bind(demo_phones).fetch_one(orders).await?;
    ensure!(!foreign, "this shop has orders beyond the demo's: make a sized shop of an empty one");
    let sized = "SELECT EXISTS (SELECT FROM brands WHERE slug LIKE '%-m0')";
    let sized: bool = sqlx::query_scalar(sized).fetch_one(catalog).await?;
    ensure!(!sized, "this shop has its size already");
    Ok(())
}

async fn pictures(catalog: &mut PgConnection) -> sqlx::Result<Vec<Picture>> {
    let rows = sqlx::query_as::<_, (String, String, String)>(
        "SELECT DISTINCT ON (content_hash) content_hash, sizes::text,
                coalesce((SELECT size ->> 'url' FROM jsonb_array_elements(sizes) AS size
                           WHERE size ->> 'name' = 'SMALL_PRODUCT'), '')
           FROM images ORDER BY content_hash, id",
    );
    let rows = rows.fetch_all(catalog).await?;
    Ok(rows.into_iter().map(|(content_hash, sizes, small)| Picture { content_hash, sizes, small }).collect())
}

/// The numbers of the load's orders, so that the next order comes after them.
async fn reserve_numbers(orders: &mut PgConnection, count: u64) -> anyhow::Result<i64> {
    let first: i64 = sqlx::query_scalar("SELECT nextval('order_numbers')").fetch_one(&mut *orders).await?;
    let last = first + i64::try_from(count)?;
    sqlx::query("SELECT setval('order_numbers', $1)").bind(last).execute(orders).await?;
    Ok(first)
}

/// Those of the demo and two more.
async fn open_warehouses(inventory: &str, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(inventory).await.context("inventory's database")?;
    for (place, (name, wilaya)) in WAREHOUSES.into_iter().enumerate() {
        sqlx::query(
            "INSERT INTO warehouses (id, name, wilaya_id, priority, active, created_at, updated_at)
             VALUES ($1, $2, $3, $4, true, $5, $5) ON CONFLICT (id) DO NOTHING",
        )
        .bind(stock::warehouse(place))
        .bind(name)
        .bind(wilaya)
        .bind(i32::try_from(place + 1)?)
        .bind(now)
        .execute(&mut connection)
        .await?;
    }
    Ok(connection.close().await?)
}
