//! The gRPC interface of searches that found nothing.

use souk_kernel::{Permission, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::no_result_searches_server::NoResultSearches as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{Filter, KEPT_DAYS, ListSort, NoResultSearch, NoResultSearches};
use crate::failure::checked;
use crate::parse::LONGEST_LINE;

pub struct NoResultSearchesRpc {
    searches: NoResultSearches,
}

impl NoResultSearchesRpc {
    pub fn new(searches: NoResultSearches) -> Self {
        Self { searches }
    }
}

#[tonic::async_trait]
impl Service for NoResultSearchesRpc {
    async fn list_no_result_searches(
        &self,
        request: Request<proto::ListNoResultSearchesRequest>,
    ) -> Result<Response<proto::ListNoResultSearchesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let filter = filter(&request.into_inner())?;
        let (searches, total) = self.searches.list(&filter).await.map_err(souk_database::failure)?;
        let searches = searches.into_iter().map(message).collect();
        Ok(Response::new(proto::ListNoResultSearchesResponse { searches, total }))
    }
}

fn filter(request: &proto::ListNoResultSearchesRequest) -> Result<Filter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let days = u16::try_from(request.days).ok().filter(|days| (1..=KEPT_DAYS).contains(days));
    let days = found.check("days", "form.validation.unknown", days.ok_or("from 1 to 90 days"));
    let language = match request.language.as_str() {
        "" => Some(None),
        code => found.check("language", "form.validation.language", code.parse().map(Some)),
    };
    let sort = match request.sort.as_str() {
        "" => Some(ListSort::default()),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query.chars().take(LONGEST_LINE).collect();
    let filter = page.zip(days).zip(language).zip(sort);
    let filter = filter.map(|(((page, days), language), sort)| Filter { page, query, days, language, sort });
    checked(filter, found)
}

fn message(search: NoResultSearch) -> proto::NoResultSearch {
    proto::NoResultSearch {
        term: search.term.words,
        language: search.term.language.code().to_owned(),
        count: search.count,
        last_at: rfc3339(search.last_at),
    }
}
