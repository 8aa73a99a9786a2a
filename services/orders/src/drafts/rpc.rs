//! The gRPC interface of draft carts, for staff.

use souk_kernel::rfc3339;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::carts_server::Carts as CartsService;
use souk_rpc::{Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{Drafts, ListedDraft, ListedLine, Sort};

/// Lines of a cart that are told: who calls asks for the rest, and a page of full carts stays an answer that can be sent.
const LINES_TOLD: usize = 10;

/// Answers `souk.orders.v1.Carts`.
#[derive(Clone)]
pub struct DraftsRpc(pub Drafts);

#[tonic::async_trait]
impl CartsService for DraftsRpc {
    async fn list_draft_carts(
        &self,
        request: Request<proto::ListDraftCartsRequest>,
    ) -> Result<Response<proto::ListDraftCartsResponse>, Status> {
        let actor = actor(&request)?;
        let proto::ListDraftCartsRequest { page, sort } = request.into_inner();
        let mut violations = Violations::default();
        let page = violations.page(page);
        let sort = match sort.as_str() {
            "" => Some(Sort::default()),
            sort => violations.check("sort", "form.validation.sort", sort.parse()),
        };
        violations.into_result("orders.invalid_filter")?;
        let (drafts, total) = self.0.list(&actor, page.unwrap_or_default(), sort.unwrap_or_default()).await?;
        let carts = drafts.into_iter().map(proto::DraftCart::from).collect();
        Ok(Response::new(proto::ListDraftCartsResponse { carts, total: total.rows, more: total.more }))
    }
}

impl From<ListedDraft> for proto::DraftCart {
    fn from(draft: ListedDraft) -> Self {
        Self {
            id: draft.id.to_string(),
            first_name: draft.first_name,
            last_name: draft.last_name,
            phone: draft.phone,
            line_count: u32::try_from(draft.lines.len()).unwrap_or(u32::MAX),
            lines: draft.lines.into_iter().take(LINES_TOLD).map(proto::DraftLine::from).collect(),
            total: draft.total.centimes(),
            updated_at: rfc3339(draft.updated_at),
            expires_at: rfc3339(draft.expires_at),
        }
    }
}

impl From<ListedLine> for proto::DraftLine {
    fn from(listed: ListedLine) -> Self {
        let ListedLine { line, name, combination_name, unit_price } = listed;
        Self {
            product_id: line.product.to_string(),
            combination_id: line.combination.map(|id| id.to_string()).unwrap_or_default(),
            product_name: Some(localized_to_proto(&name)),
            combination_name: Some(localized_to_proto(&combination_name)),
            quantity: line.quantity.get().into(),
            unit_price: unit_price.map(souk_kernel::Money::centimes),
        }
    }
}
