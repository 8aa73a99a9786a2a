//! Settings in PostgreSQL.

use souk_database::columns::damaged;
use souk_kernel::LocalizedText;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{OrderTimes, Settings, ShopIdentity, ShopPromise};
use super::theme::Theme;
use crate::columns::Localized;
use crate::media::{IconFile, StoredSize};

pub async fn read(conn: &mut PgConnection) -> sqlx::Result<Settings> {
    let row = sqlx::query!(
        r#"SELECT version, active_add_to_cart, price_basis, shop_name AS "shop_name: Localized", phone,
                  promo_messages AS "promo_messages: Json<Vec<LocalizedText>>",
                  opening_hours AS "opening_hours: Localized",
                  promises AS "promises: Json<Vec<ShopPromise>>", theme AS "theme: Json<Theme>",
                  show_lowest_price, logo AS "logo: Json<StoredSize>", favicon AS "favicon: Json<StoredSize>",
                  favicon_icons AS "icons: Json<Vec<IconFile>>",
                  cooldown_seconds, hold_hours, identity AS "identity: Json<ShopIdentity>"
             FROM settings"#
    )
    .fetch_one(conn)
    .await?;
    Ok(Settings {
        version: row.version.unsigned_abs(),
        active_add_to_cart: row.active_add_to_cart,
        price_basis: row.price_basis.parse().map_err(|_| damaged("price_basis", &row.price_basis))?,
        shop_name: row.shop_name.0,
        phone: row.phone,
        promo_messages: row.promo_messages.0,
        opening_hours: row.opening_hours.0,
        promises: row.promises.0,
        show_lowest_price: row.show_lowest_price,
        theme: row.theme.0,
        logo: row.logo.map(|logo| logo.0),
        favicon: row.favicon.map(|favicon| favicon.0),
        icons: row.icons.0,
        times: OrderTimes {
            cooldown_seconds: time_column("cooldown_seconds", row.cooldown_seconds)?,
            hold_hours: time_column("hold_hours", row.hold_hours)?,
        },
        identity: row.identity.0,
    })
}

fn time_column(name: &'static str, stored: Option<i32>) -> sqlx::Result<Option<u16>> {
    stored.map(|stored| u16::try_from(stored).map_err(|_| damaged(name, stored))).transpose()
}

/// Saves the settings over the version before theirs; `false` when that is not the stored one.
pub async fn save_in(tx: &mut PgConnection, settings: &Settings) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE settings SET version = $1, active_add_to_cart = $2, price_basis = $3, shop_name = $4, phone = $5,
                promo_messages = $6, opening_hours = $7, promises = $8, theme = $9, logo = $10, favicon = $11,
                show_lowest_price = $12, cooldown_seconds = $13, hold_hours = $14, identity = $15,
                favicon_icons = $16
          WHERE version = $1::bigint - 1",
        i64::try_from(settings.version).map_err(|_| damaged("version", settings.version))?,
        settings.active_add_to_cart,
        <&str>::from(settings.price_basis),
        Json(&settings.shop_name) as _,
        settings.phone,
        Json(&settings.promo_messages) as _,
        Json(&settings.opening_hours) as _,
        Json(&settings.promises) as _,
        Json(&settings.theme) as _,
        settings.logo.as_ref().map(Json) as _,
        settings.favicon.as_ref().map(Json) as _,
        settings.show_lowest_price,
        settings.times.cooldown_seconds.map(i32::from),
        settings.times.hold_hours.map(i32::from),
        Json(&settings.identity) as _,
        Json(&settings.icons) as _,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
