//! The gRPC interface of content.

use souk_kernel::{Language, Permission};
use souk_pricing::PriceBasis;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as Service;
use souk_rpc::{Failure, Violations, actor, localized_from_proto, localized_to_proto};
use tonic::{Request, Response, Status};

use super::model::{BlockKind, HomeBlock, Settings, Source};
use super::{Content, NewBlock};
use crate::failure::checked;
use crate::parse;

/// Blocks that a home page may have.
const MOST_BLOCKS: usize = 50;
/// Messages of the bar above the header.
const MOST_MESSAGES: usize = 20;

pub struct ContentRpc {
    content: Content,
}

impl ContentRpc {
    pub fn new(content: Content) -> Self {
        Self { content }
    }
}

#[tonic::async_trait]
impl Service for ContentRpc {
    async fn get_home(
        &self,
        request: Request<proto::GetHomeRequest>,
    ) -> Result<Response<proto::GetHomeResponse>, Status> {
        let language = language(&request.get_ref().language)?;
        let (json, version) = self.content.home(language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetHomeResponse { json: json.into(), version }))
    }

    async fn get_menus(
        &self,
        request: Request<proto::GetMenusRequest>,
    ) -> Result<Response<proto::GetMenusResponse>, Status> {
        let language = language(&request.get_ref().language)?;
        let (json, version) = self.content.menus(language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetMenusResponse { json: json.into(), version }))
    }

    async fn get_settings(
        &self,
        _request: Request<proto::GetSettingsRequest>,
    ) -> Result<Response<proto::Settings>, Status> {
        let settings = self.content.settings().await.map_err(Failure::from)?;
        Ok(Response::new(proto::Settings::from(&settings)))
    }

    async fn update_settings(
        &self,
        request: Request<proto::UpdateSettingsRequest>,
    ) -> Result<Response<proto::Settings>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let wanted = read_settings(request.into_inner().settings.unwrap_or_default())?;
        let saved = self.content.update_settings(wanted).await.map_err(Failure::from)?;
        Ok(Response::new(proto::Settings::from(&saved)))
    }

    async fn set_home(
        &self,
        request: Request<proto::SetHomeRequest>,
    ) -> Result<Response<proto::SetHomeResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let blocks = read_blocks(request.into_inner().blocks)?;
        self.content.set_home(blocks).await.map_err(Failure::from)?;
        Ok(Response::new(proto::SetHomeResponse {}))
    }
}

fn language(code: &str) -> Result<Language, Failure> {
    let mut found = Violations::default();
    checked(parse::language(code, &mut found), found)
}

fn read_settings(given: proto::Settings) -> Result<Settings, Failure> {
    let mut found = Violations::default();
    let basis = given.price_basis.parse::<PriceBasis>().map_err(|_| "the basis is ht or ttc");
    let price_basis = found.check("priceBasis", "form.validation.unknown", basis);
    let shop_name = parse::name("shopName", given.shop_name, &mut found);
    if given.promo_messages.len() > MOST_MESSAGES {
        found.push("promoMessages", "form.validation.tooMany", "20 messages at most");
    }
    let settings = price_basis.zip(shop_name).map(|(price_basis, shop_name)| Settings {
        version: given.version,
        active_add_to_cart: given.active_add_to_cart,
        price_basis,
        shop_name,
        phone: given.phone.chars().take(parse::LONGEST_LINE).collect(),
        promo_messages: given
            .promo_messages
            .into_iter()
            .map(|text| localized_from_proto(Some(text)))
            .collect(),
    });
    checked(settings, found)
}

fn read_blocks(blocks: Vec<proto::HomeBlock>) -> Result<Vec<NewBlock>, Failure> {
    let mut found = Violations::default();
    if blocks.len() > MOST_BLOCKS {
        found.push("blocks", "form.validation.tooMany", "50 blocks at most");
    }
    let mut read = Vec::new();
    for (at, given) in blocks.into_iter().enumerate() {
        let kind = given.r#type.parse::<BlockKind>().map_err(|_| "this shop can't fill a block of this type");
        let kind = found.check(format!("blocks[{at}].type"), "form.validation.unknown", kind);
        let source = given.source.parse::<Source>();
        let source = found.check(format!("blocks[{at}].source"), "form.validation.unknown", source);
        if !given.link.is_empty() && !is_path(&given.link) {
            found.push(format!("blocks[{at}].link"), "form.validation.path", "a link is a path of the shop");
        }
        read.extend(kind.zip(source).map(|(kind, source)| NewBlock {
            block: HomeBlock {
                kind,
                title: localized_from_proto(given.title),
                text: localized_from_proto(given.text),
                button: localized_from_proto(given.button),
                link: given.link,
                image: None,
                source,
                number: given.number,
            },
            picture: given.image,
        }));
    }
    checked(Some(read), found)
}

/// A path of this shop, never another site's address.
fn is_path(link: &str) -> bool {
    link.starts_with('/') && !link.starts_with("//") && !link.contains('\\')
}

impl From<&Settings> for proto::Settings {
    fn from(settings: &Settings) -> Self {
        Self {
            version: settings.version,
            active_add_to_cart: settings.active_add_to_cart,
            price_basis: <&str>::from(settings.price_basis).to_owned(),
            shop_name: Some(localized_to_proto(&settings.shop_name)),
            phone: settings.phone.clone(),
            promo_messages: settings.promo_messages.iter().map(localized_to_proto).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn a_link_never_leaves_the_shop() {
        assert!(is_path("/new"));
        for link in ["https://a.example", "//a.example", "javascript:alert(1)", "/\\a.example"] {
            assert!(!is_path(link), "{link}");
        }
    }
}
