//! The gRPC interface of promotions.

use souk_kernel::{Money, Permission, TaxRate, parse_rfc3339, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::promotions_server::Promotions as Service;
use souk_rpc::{Failure, Violations, actor, localized_from_proto, localized_to_proto};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{Discount, Promotion, Promotions, Target};
use crate::failure::checked;
use crate::parse;

pub struct PromotionsRpc {
    promotions: Promotions,
}

impl PromotionsRpc {
    pub fn new(promotions: Promotions) -> Self {
        Self { promotions }
    }
}

#[tonic::async_trait]
impl Service for PromotionsRpc {
    async fn save_promotion(
        &self,
        request: Request<proto::SavePromotionRequest>,
    ) -> Result<Response<proto::Promotion>, Status> {
        actor(&request)?.require(Permission::CatalogWrite)?;
        let promotion = read(request.into_inner().promotion.unwrap_or_default())?;
        let saved = self.promotions.save(promotion).await.map_err(Failure::from)?;
        Ok(Response::new(message(&saved)))
    }

    async fn list_promotions(
        &self,
        request: Request<proto::ListPromotionsRequest>,
    ) -> Result<Response<proto::ListPromotionsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let promotions = self.promotions.list().await.map_err(Failure::from)?;
        let promotions = promotions.iter().map(message).collect();
        Ok(Response::new(proto::ListPromotionsResponse { promotions }))
    }
}

fn read(given: proto::Promotion) -> Result<Promotion, Failure> {
    let mut found = Violations::default();
    let id = found.id::<Uuid>("id", &given.id);
    let discount = discount(&given, &mut found);
    let target = target(&given, &mut found);
    let starts_at = moment("startsAt", &given.starts_at, &mut found);
    let ends_at = moment("endsAt", &given.ends_at, &mut found);
    if let (Some(start), Some(end)) = (starts_at, ends_at)
        && end <= start
    {
        found.push("endsAt", "form.validation.order", "the end is after the start");
    }
    let promotion = id.zip(discount).zip(target).map(|((id, discount), target)| Promotion {
        id,
        version: given.version,
        title: localized_from_proto(given.title),
        discount,
        target,
        starts_at,
        ends_at,
        active: given.active,
        in_force: false,
    });
    checked(promotion, found)
}

fn discount(given: &proto::Promotion, found: &mut Violations) -> Option<Discount> {
    if given.value <= 0 {
        found.push("value", "form.validation.positive", "the value is greater than 0");
        return None;
    }
    match given.rule_type.as_str() {
        "percentage" => {
            let rate = TaxRate::from_hundredths(u32::try_from(given.value).unwrap_or(u32::MAX));
            found.check("value", "form.validation.rate", rate).map(Discount::Percentage)
        }
        "amount" => parse::price("value", given.value, found).map(|amount: Money| Discount::Amount(amount)),
        _ => {
            found.push("ruleType", "form.validation.unknown", "the type is percentage or amount");
            None
        }
    }
}

fn target(given: &proto::Promotion, found: &mut Violations) -> Option<Target> {
    let entity = found.optional_id::<Uuid>("entityId", &given.entity_id);
    if entity.is_none() && !given.entity_id.is_empty() {
        return None;
    }
    let target = Target::read(&given.rule, entity);
    if target.is_none() {
        let text = "the rule is product, category or brand with an entity, or all without one";
        found.push("rule", "form.validation.unknown", text);
    }
    target
}

fn moment(field: &'static str, text: &str, found: &mut Violations) -> Option<OffsetDateTime> {
    let moment = parse_rfc3339(text);
    if moment.is_none() && !text.is_empty() {
        found.push(field, "form.validation.time", "a time is written as RFC 3339");
    }
    moment
}

fn message(promotion: &Promotion) -> proto::Promotion {
    proto::Promotion {
        id: promotion.id.to_string(),
        version: promotion.version,
        title: Some(localized_to_proto(&promotion.title)),
        rule_type: promotion.discount.rule_type().to_owned(),
        value: promotion.discount.value(),
        rule: promotion.target.rule().to_owned(),
        entity_id: promotion.target.entity().map(|id| id.to_string()).unwrap_or_default(),
        starts_at: promotion.starts_at.map(rfc3339).unwrap_or_default(),
        ends_at: promotion.ends_at.map(rfc3339).unwrap_or_default(),
        active: promotion.active,
        in_force: promotion.in_force,
    }
}
