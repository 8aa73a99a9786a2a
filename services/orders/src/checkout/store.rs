//! What a checkout has to know, in two queries.

use std::collections::HashMap;

use souk_kernel::{CommuneCode, ProductId, TransporterId, WilayaCode};
use sqlx::PgPool;
use time::OffsetDateTime;

use super::guard::{RequestKey, Stored, Subjects};
use crate::sellables::{self, PriceBasis, Sellable};
use crate::storage::decoded;
use crate::transporters::{Offer, OfferRow};

/// The request's past, and the catalogue's say on its products.
#[derive(Debug)]
pub struct Known {
    pub stored: Option<Stored>,
    pub cooldown: Option<OffsetDateTime>,
    pub sellables: HashMap<ProductId, Sellable>,
    pub basis: PriceBasis,
}

/// A commune with the tariffs of one transporter that could serve it.
#[derive(Debug)]
pub struct Place {
    pub wilaya: WilayaCode,
    pub wilaya_name: String,
    pub commune_name: String,
    pub deliverable: bool,
    pub candidates: Vec<Offer>,
}

pub async fn known(
    pool: &PgPool,
    request: &RequestKey,
    subjects: &Subjects,
    products: &[ProductId],
) -> sqlx::Result<Known> {
    let products: Vec<_> = products.iter().map(|id| id.uuid()).collect();
    let row = sqlx::query!(
        r#"SELECT i.request_hash AS "hash?", i.response AS "response?",
                  (SELECT max(until) FROM cooldowns WHERE subject = ANY($3)) AS cooldown,
                  ARRAY(SELECT body FROM sellables WHERE product_id = ANY($4)) AS "bodies!",
                  (SELECT basis FROM price_basis) AS "basis!"
             FROM (SELECT 1) AS one LEFT JOIN idempotency i ON i.scope = $1 AND i.key = $2"#,
        request.scope(),
        request.key,
        subjects.names(),
        &products,
    )
    .fetch_one(pool)
    .await?;
    let sellables =
        row.bodies.iter().map(|body| sellables::read(body).map(|sellable| (sellable.product, sellable)));
    Ok(Known {
        stored: row.hash.zip(row.response).map(|(hash, response)| Stored { hash, response }),
        cooldown: row.cooldown,
        sellables: sellables.collect::<sqlx::Result<_>>()?,
        basis: decoded(row.basis.parse())?,
    })
}

/// The commune, or nothing when there is no such one.
pub async fn place(
    pool: &PgPool,
    commune: &CommuneCode,
    transporter: TransporterId,
) -> sqlx::Result<Option<Place>> {
    let rows = sqlx::query!(
        r#"SELECT w.code AS wilaya_code, w.name AS wilaya_name, c.name AS commune_name,
                  w.deliverable AND c.deliverable AS "deliverable!", t.name AS "name?", t.logo AS "logo?",
                  f.commune_code, f.delivery_type AS "delivery_type?", f.price AS "price?",
                  f.delay_min_hours AS "delay_min_hours?", f.delay_max_hours AS "delay_max_hours?",
                  f.desk_address AS "desk_address?"
             FROM communes c
             JOIN wilayas w ON w.code = c.wilaya_code
             LEFT JOIN transporters t ON t.id = $2 AND t.active
             LEFT JOIN tariffs f ON f.transporter_id = t.id AND f.wilaya_code = c.wilaya_code
                                AND (f.commune_code IS NULL OR f.commune_code = c.code)
            WHERE c.code = $1"#,
        commune.as_str(),
        transporter.uuid(),
    )
    .fetch_all(pool)
    .await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let mut place = Place {
        wilaya: decoded(first.wilaya_code.parse())?,
        wilaya_name: first.wilaya_name.clone(),
        commune_name: first.commune_name.clone(),
        deliverable: first.deliverable,
        candidates: Vec::new(),
    };
    for row in rows {
        let (Some(delivery_type), Some(price)) = (row.delivery_type, row.price) else { continue };
        let offer = OfferRow {
            id: transporter.uuid(),
            name: row.name.unwrap_or_default(),
            logo: row.logo.unwrap_or_default(),
            active: true,
            wilaya_code: row.wilaya_code,
            commune_code: row.commune_code,
            delivery_type,
            price,
            delay_min_hours: row.delay_min_hours.unwrap_or_default(),
            delay_max_hours: row.delay_max_hours.unwrap_or_default(),
            desk_address: row.desk_address.unwrap_or_default(),
        };
        place.candidates.push(offer.try_into()?);
    }
    Ok(Some(place))
}
