//! Fills the copies from catalog, for a database that missed the events of the past.

use futures::FutureExt as _;
use futures::stream::{self, BoxStream, StreamExt as _};
use souk_bus::{CopySource, fill_copy};
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::promotions_client::PromotionsClient;
use souk_rpc::{Actor, Client, Failure, Mesh};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::{store, wire};

/// The copy of the promotions.
struct Promotions(Mesh);

/// The copy of the shop's settings.
struct Settings(Mesh);

/// The copy of the products.
struct Catalogue(Mesh);

/// Tries until each copy was filled once in its life: side by side, so that none waits for another's answer.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    let (promotions, settings, catalogue) =
        (Promotions(mesh.clone()), Settings(mesh.clone()), Catalogue(mesh));
    tokio::join!(
        fill_copy(&pool, &promotions, &stop).boxed(),
        fill_copy(&pool, &settings, &stop).boxed(),
        fill_copy(&pool, &catalogue, &stop).boxed(),
    );
}

fn client(mesh: &Mesh) -> Result<Client, Failure> {
    mesh.client("catalog", &Actor::system("orders"))
}

/// A sellable that says where it stands, which promotions need, and what wholesalers pay: a catalog of before didn't tell them.
fn whole(sellable: catalog::Sellable) -> anyhow::Result<catalog::Sellable> {
    let id = &sellable.product_id;
    anyhow::ensure!(!sellable.category_path.is_empty(), "catalog does not say where {id} stands");
    anyhow::ensure!(sellable.wholesale.is_some(), "catalog does not say what wholesalers pay for {id}");
    Ok(sellable)
}

/// What a single answer tells: all of it, or what comes after it.
fn once<T: Send + 'static>(row: T, after: Option<&String>) -> BoxStream<'static, anyhow::Result<T>> {
    let row = after.is_none().then_some(Ok(row));
    stream::iter(row).boxed()
}

impl CopySource for Promotions {
    /// Numbered as the catalogue's: a release before didn't keep that there are none.
    const NAME: &'static str = "promotions 2";
    type Row = catalog::PromotionsChanged;

    async fn read(
        &self,
        after: Option<String>,
    ) -> anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>> {
        let set = PromotionsClient::new(client(&self.0)?)
            .get_promotion_set(catalog::GetPromotionSetRequest {})
            .await;
        let catalog::GetPromotionSetResponse { version, promotions } =
            set.map_err(Failure::from)?.into_inner();
        Ok(once(catalog::PromotionsChanged { version, promotions }, after.as_ref()))
    }

    fn cursor(row: &Self::Row) -> String {
        row.version.to_string()
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Self::Row>) -> anyhow::Result<()> {
        for set in &rows {
            wire::promotions(&set.promotions)?;
            store::save_promotions_in(tx, set).await?;
        }
        Ok(())
    }
}

impl CopySource for Settings {
    /// Numbered as the catalogue's: a release before kept the price basis alone.
    const NAME: &'static str = "settings 2";
    type Row = catalog::Settings;

    async fn read(
        &self,
        after: Option<String>,
    ) -> anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>> {
        let settings =
            ContentClient::new(client(&self.0)?).get_settings(catalog::GetSettingsRequest {}).await;
        Ok(once(settings.map_err(Failure::from)?.into_inner(), after.as_ref()))
    }

    fn cursor(row: &Self::Row) -> String {
        row.version.to_string()
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Self::Row>) -> anyhow::Result<()> {
        for settings in &rows {
            store::save_basis_in(tx, settings.version, settings.price_basis.parse()?).await?;
            store::save_times_in(tx, settings.version, wire::times(settings)?).await?;
        }
        Ok(())
    }
}

impl CopySource for Catalogue {
    /// Numbered: where a release tells more of a product than the one before, the copy is filled anew under another number.
    const NAME: &'static str = "catalogue 3";
    type Row = catalog::Sellable;

    async fn read(
        &self,
        after: Option<String>,
    ) -> anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>> {
        let request = catalog::ListSellablesRequest { after_product_id: after.unwrap_or_default() };
        let sellables = ProductsClient::new(client(&self.0)?).list_sellables(request).await;
        let sellables = sellables.map_err(Failure::from)?.into_inner();
        let told = sellables.map(|told| whole(told.map_err(Failure::from)?));
        Ok(told.boxed())
    }

    fn cursor(row: &Self::Row) -> String {
        row.product_id.clone()
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Self::Row>) -> anyhow::Result<()> {
        store::refill_in(tx, &rows).await
    }
}
