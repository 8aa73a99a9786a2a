//! The gRPC interface of promotions.

use souk_kernel::{Money, Permission, TaxRate};
use souk_pricing::{Discount, Target};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::promotions_server::Promotions as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::events::{message, terms};
use super::{Promotion, Promotions};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse::{self, LONGEST_LINE};

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
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut given = request.into_inner().promotion.unwrap_or_default();
        let (content, kept) = (std::mem::take(&mut given.banner), std::mem::take(&mut given.banner_url));
        let (promotion, banner) = (read(given)?, Picture::read(content, kept));
        let saved = self.promotions.save(&actor, promotion, banner).await.map_err(Failure::from)?;
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

    async fn get_promotion_set(
        &self,
        request: Request<proto::GetPromotionSetRequest>,
    ) -> Result<Response<proto::GetPromotionSetResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let (version, promotions) = self.promotions.set().await.map_err(Failure::from)?;
        let promotions = promotions.iter().map(terms).collect();
        Ok(Response::new(proto::GetPromotionSetResponse { version, promotions }))
    }
}

fn read(given: proto::Promotion) -> Result<Promotion, Failure> {
    let mut found = Violations::default();
    let id = found.id::<Uuid>("id", &given.id);
    let discount = discount(&given, &mut found);
    let target = target(&given, &mut found);
    let (starts_at, ends_at) = parse::period(&given.starts_at, &given.ends_at, &mut found);
    let title = parse::texts("title", given.title, LONGEST_LINE, &mut found);
    let subtitle = parse::texts("subtitle", given.subtitle, LONGEST_LINE, &mut found);
    let slogan = parse::texts("slogan", given.slogan, LONGEST_LINE, &mut found);
    let promotion = id.zip(discount).zip(target).map(|((id, discount), target)| Promotion {
        version: given.version,
        title,
        subtitle,
        slogan,
        banner: None,
        rule: souk_pricing::Promotion { id, discount, target, starts_at, ends_at },
        active: given.active,
    });
    checked(promotion, found)
}

fn discount(given: &proto::Promotion, found: &mut Violations) -> Option<Discount> {
    if given.value <= 0 {
        found.push("discountValue", "form.validation.positive", "the value is greater than 0");
        return None;
    }
    match given.rule_type.as_str() {
        "percentage" => {
            let rate = TaxRate::from_hundredths(u32::try_from(given.value).unwrap_or(u32::MAX));
            found.check("discountValue", "form.validation.rate", rate).map(Discount::Percentage)
        }
        "amount" => {
            parse::price("discountValue", given.value, found).map(|amount: Money| Discount::Amount(amount))
        }
        _ => {
            found.push("ruleType", "form.validation.unknown", "the type is percentage or amount");
            None
        }
    }
}

fn target(given: &proto::Promotion, found: &mut Violations) -> Option<Target> {
    let entity = found.optional_id::<Uuid>("ruleEntityId", &given.entity_id);
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
