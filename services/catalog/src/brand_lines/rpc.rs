//! The gRPC interface of brand lines.

use souk_kernel::{BrandLineId, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brand_lines_server::BrandLines as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{BrandLine, BrandLines, Choice, ListFilter, ListSort, Named};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse::{self, LONGEST_LINE, texts};

/// Longest text about a line in one language, in characters.
const LONGEST_ABOUT: usize = 2_000;
/// Past it, positions say nothing.
const MOST_POSITION: u32 = 1_000_000;

pub struct BrandLinesRpc {
    lines: BrandLines,
}

impl BrandLinesRpc {
    pub fn new(lines: BrandLines) -> Self {
        Self { lines }
    }

    async fn line(&self, id: BrandLineId) -> Result<Response<proto::BrandLine>, Status> {
        Ok(Response::new(message(self.lines.get(id).await.map_err(Failure::from)?)))
    }
}

#[tonic::async_trait]
impl Service for BrandLinesRpc {
    async fn list_brand_lines(
        &self,
        request: Request<proto::ListBrandLinesRequest>,
    ) -> Result<Response<proto::ListBrandLinesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let request = request.into_inner();
        let (lines, total) = if request.page.is_some() {
            let listed = self.lines.list(&filter(request)?).await.map_err(Failure::from)?;
            (listed.0.into_iter().map(message).collect(), listed.1)
        } else {
            let mut found = Violations::default();
            let brand = found.optional_id("brandId", &request.brand_id);
            let brand = checked(Some(brand), found)?;
            let choices = self.lines.choices(brand).await.map_err(Failure::from)?;
            let lines: Vec<_> = choices.into_iter().map(choice_message).collect();
            let total = lines.len() as u64;
            (lines, total)
        };
        Ok(Response::new(proto::ListBrandLinesResponse { lines, total }))
    }

    async fn get_brand_line(
        &self,
        request: Request<proto::GetBrandLineRequest>,
    ) -> Result<Response<proto::BrandLine>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        self.line(id(&request.get_ref().id)?).await
    }

    async fn save_brand_line(
        &self,
        request: Request<proto::SaveBrandLineRequest>,
    ) -> Result<Response<proto::BrandLine>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (line, picture) = wanted(request.into_inner().line.unwrap_or_default())?;
        let id = line.id;
        self.lines.save(&actor, line, picture).await.map_err(Failure::from)?;
        self.line(id).await
    }

    async fn delete_brand_line(
        &self,
        request: Request<proto::DeleteBrandLineRequest>,
    ) -> Result<Response<proto::DeleteBrandLineResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        self.lines.delete(&actor, id(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteBrandLineResponse {}))
    }
}

fn id(given: &str) -> Result<BrandLineId, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", given), found)
}

fn filter(request: proto::ListBrandLinesRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let brand = found.optional_id("brandId", &request.brand_id);
    let sort = match request.sort.as_str() {
        "" => Some(ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query;
    let filter = page.zip(sort).map(|(page, sort)| ListFilter { page, query, brand, sort });
    checked(filter, found)
}

fn wanted(given: proto::BrandLine) -> Result<(BrandLine, Picture), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let brand = found.id("brandId", &given.brand_id);
    let name = name(&given.name, &mut found);
    // What has no name has that to be told alone.
    let slug = (name.is_some() || !given.slug.is_empty())
        .then(|| parse::slug(&given.slug, name.as_deref().unwrap_or_default(), &mut found))
        .flatten();
    let about = texts("about", given.about, LONGEST_ABOUT, &mut found);
    let seo_title = texts("seoTitle", given.seo_title, LONGEST_LINE, &mut found);
    let seo_description = texts("seoDescription", given.seo_description, LONGEST_ABOUT, &mut found);
    if given.position > MOST_POSITION {
        found.push("position", "form.validation.position", "a position is at most 1,000,000");
    }
    let line = id.zip(brand).zip(name).zip(slug).map(|(((id, brand), name), slug)| BrandLine {
        id,
        version: given.version,
        brand,
        name,
        slug: slug.to_string(),
        picture: None,
        about,
        seo_title,
        seo_description,
        position: given.position,
        products: 0,
    });
    Ok((checked(line, found)?, Picture::read(given.picture, given.picture_url)))
}

fn name(given: &str, found: &mut Violations) -> Option<String> {
    let name = given.trim();
    if name.is_empty() || name.chars().count() > LONGEST_LINE {
        found.push("name", "form.validation.required", "a name of 1 to 300 characters is required");
        return None;
    }
    Some(name.to_owned())
}

fn choice_message(choice: Choice) -> proto::BrandLine {
    let Choice { id, name, slug, products, brand_name } = choice;
    proto::BrandLine { id: id.to_string(), name, slug, products, brand_name, ..Default::default() }
}

fn message((line, brand_name): Named) -> proto::BrandLine {
    proto::BrandLine {
        id: line.id.to_string(),
        version: line.version,
        brand_id: line.brand.to_string(),
        brand_name,
        name: line.name,
        slug: line.slug,
        picture: Vec::new(),
        picture_url: line.picture.map(|picture| picture.url).unwrap_or_default(),
        about: Some(localized_to_proto(&line.about)),
        seo_title: Some(localized_to_proto(&line.seo_title)),
        seo_description: Some(localized_to_proto(&line.seo_description)),
        position: line.position,
        products: line.products,
    }
}
