//! The gRPC interface of lists.

use souk_kernel::{Language, Permission, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::listings_server::Listings as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::parse::{ListingQuery, words};
use super::{CrossSelling, Listings, MOST_CARDS, write};
use crate::failure::checked;
use crate::{collections, parse};

pub struct ListingsRpc {
    listings: Listings,
}

impl ListingsRpc {
    pub fn new(listings: Listings) -> Self {
        Self { listings }
    }
}

#[tonic::async_trait]
impl Service for ListingsRpc {
    async fn get_listing(
        &self,
        request: Request<proto::GetListingRequest>,
    ) -> Result<Response<proto::GetListingResponse>, Status> {
        let query = ListingQuery::read(request.into_inner())?;
        let (json, version) = self.listings.listing(query).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetListingResponse { json: json.into(), version }))
    }

    async fn suggest(
        &self,
        request: Request<proto::SuggestRequest>,
    ) -> Result<Response<proto::SuggestResponse>, Status> {
        let request = request.into_inner();
        let mut found = Violations::default();
        let typed = words(&request.words, &mut found);
        let language = parse::language(&request.language, &mut found);
        let (typed, language) = checked(typed.zip(language), found)?;
        let (json, version) = self.listings.suggest(&typed, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::SuggestResponse { json: json.into(), version }))
    }

    async fn get_cross_selling(
        &self,
        request: Request<proto::GetCrossSellingRequest>,
    ) -> Result<Response<proto::GetCrossSellingResponse>, Status> {
        let of = cross_selling(&request.into_inner())?;
        let (json, version) = self.listings.cross_selling(of).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetCrossSellingResponse { json: json.into(), version }))
    }

    async fn get_cards(
        &self,
        request: Request<proto::GetCardsRequest>,
    ) -> Result<Response<proto::GetCardsResponse>, Status> {
        let (ids, language) = cards(request.get_ref())?;
        let cards = self.listings.cards_of(&ids, language).await.map_err(Failure::from)?;
        let json = write::sections(&[("products", cards)]);
        Ok(Response::new(proto::GetCardsResponse { json: json.into() }))
    }

    async fn get_rule_preview(
        &self,
        request: Request<proto::GetRulePreviewRequest>,
    ) -> Result<Response<proto::GetRulePreviewResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let language = checked(parse::language(&request.language, &mut found), found)?;
        let rule = collections::rule(request.rule)?;
        let json = self.listings.preview(&rule, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetRulePreviewResponse { json: json.into() }))
    }
}

fn cards(request: &proto::GetCardsRequest) -> Result<(Vec<ProductId>, Language), Failure> {
    let mut found = Violations::default();
    if request.ids.len() > MOST_CARDS {
        found.push("ids", "form.validation.tooMany", format!("{MOST_CARDS} ids at most"));
    }
    let ids = request.ids.iter().take(MOST_CARDS).filter_map(|id| found.id("ids", id)).collect();
    let language = parse::language(&request.language, &mut found);
    checked(language.map(|language| (ids, language)), found)
}

fn cross_selling(request: &proto::GetCrossSellingRequest) -> Result<CrossSelling, Failure> {
    let mut found = Violations::default();
    let product = found.id("productUid", &request.product_id);
    let brand = found.optional_id("brandUuid", &request.brand_id);
    let category = found.optional_id("categoryUuid", &request.category_id);
    let language = parse::language(&request.language, &mut found);
    let of =
        product.zip(language).map(|(product, language)| CrossSelling { product, brand, category, language });
    checked(of, found)
}
