//! What an order has: priced, and changed before its goods are packed.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, OrderId};
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::edits;
use super::view::{OrderDetail, OrderLine, dinars};
use super::{read_order, with_reservation};
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A product as staff want it in an order.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderProduct {
    /// The place, from 0, of the order's line that stays, in whatever quantity; absent of what is added, and in a new order.
    #[serde(default)]
    pub line: Option<u32>,
    /// Its id; of a line that stays that line's.
    pub product: String,
    /// Combination's id; absent when the product has none.
    #[serde(default)]
    pub combination: Option<String>,
    /// 1 to 999.
    pub quantity: i64,
    /// Of a flexible pack that is added: ids of the combinations that were chosen, in the order of its parts.
    #[serde(default)]
    pub choices: Vec<String>,
}

/// How an order that staff take is charged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StaffOrderType {
    /// At the prices of shoppers.
    #[default]
    Phoneorder,
    /// At wholesale prices, without promotions, of as many pieces as wholesalers order at least.
    Wholesalerorder,
}

/// What is to be priced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderQuoteRequest {
    /// Id of the order that is changed; absent of a new one.
    #[serde(default)]
    pub order: Option<String>,
    /// 1 to 200.
    pub products: Vec<OrderProduct>,
    /// Where a new order goes, and by whom; without commune and transporter no delivery is priced. Two digits.
    #[serde(default)]
    pub wilaya: String,
    /// Four digits.
    #[serde(default)]
    pub commune: String,
    /// Id of who delivers.
    #[serde(default)]
    pub transporter: String,
    /// `home` or `desk`; empty: home where the transporter does it.
    #[serde(default)]
    pub delivery_type: String,
    /// How a new order is charged; one that is changed is charged as it was.
    #[serde(default, rename = "type")]
    pub kind: StaffOrderType,
}

/// What an order would cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderQuote {
    /// Equal things are one line, in the order of their first. What stays in an order has the price that was agreed, what is added today's.
    pub lines: Vec<OrderLine>,
    /// For each line the place in `products` that it comes from first.
    pub sources: Vec<u32>,
    /// Places in `products` of which there is too little in stock now.
    pub short: Vec<u32>,
    /// Sum of the lines.
    pub products_total: Dinars,
    /// What the delivery costs the customer; null where it is not known where the order goes, or nobody delivers there so.
    pub delivery_price: Option<Dinars>,
    /// What the customer pays; without the delivery where its price is null.
    pub total: Dinars,
}

/// What an order should have.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderProducts {
    /// The version read; another one in the shop is a 409 with the present order.
    pub version: u64,
    /// 1 to 200, whole: what is not among them is taken out.
    pub products: Vec<OrderProduct>,
    /// What the customer was told that they pay; another total in the shop is a 409 `orders.price_changed` with it. Absent, none is
    /// compared.
    #[serde(default)]
    pub shown_total: Option<Dinars>,
}

/// What an order would cost with these products, and whether there is enough of them. Writes nothing, holds nothing.
#[utoipa::path(post, path = "/dashboard/api/orders/quote", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = OrderQuoteRequest,
    responses((status = 200, body = OrderQuote)))]
pub async fn quote_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    extract::Json(body): extract::Json<OrderQuoteRequest>,
) -> Result<Json<OrderQuote>, Problem> {
    let request = body.request()?;
    let answer = app.neighbours.by(&staff.actor).staff_orders()?.quote_order(request).await?;
    Ok(Json(OrderQuote::new(answer.into_inner(), language)))
}

/// Changes what an order has, before its goods are packed; what is so already is success.
///
/// What stays keeps the price that was agreed, what is added costs today's; the delivery keeps its own unless the change makes it free or no
/// longer so.
#[utoipa::path(put, path = "/dashboard/api/orders/{id}/products", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The order's id, not its number")),
    request_body = OrderProducts, responses((status = 200, body = OrderDetail),
        (status = 409, body = ProblemBody,
            description = "`orders.stale_version`, `orders.goods_taken`, `orders.price_changed` or `orders.out_of_stock`; `current` is the present order")))]
pub async fn change_order_lines(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
    extract::Json(body): extract::Json<OrderProducts>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    app.limits.staff_order(staff.employee.id)?;
    let request = body.request(order);
    match app.neighbours.by(&staff.actor).staff_orders()?.change_lines(request).await {
        Ok(answer) => Ok(Json(with_reservation(&app, &staff, order, answer.into_inner(), language).await)),
        Err(status) => Err(edits::refused(status.into(), read_order(&app, &staff, order, language)).await),
    }
}

impl StaffOrderType {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Phoneorder => "phoneorder",
            Self::Wholesalerorder => "wholesalerorder",
        }
    }

    /// What an order is where nothing is said.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl OrderProduct {
    pub fn product(self) -> proto::CheckoutLine {
        proto::CheckoutLine {
            product_id: self.product,
            combination_id: self.combination.unwrap_or_default(),
            quantity: self.quantity,
            choices: self.choices,
        }
    }

    fn wanted(self) -> proto::WantedLine {
        let line = self.line;
        proto::WantedLine { line, product: Some(self.product()) }
    }
}

impl OrderQuoteRequest {
    fn request(self) -> Result<proto::QuoteOrderRequest, Problem> {
        let order = self.order.filter(|order| !order.is_empty());
        let order = order.map(|order| id::<OrderId>("order", &order)).transpose()?;
        let form = proto::CheckoutForm {
            wilaya_id: self.wilaya,
            commune_id: self.commune,
            transporter_id: self.transporter,
            delivery_type: self.delivery_type,
            ..Default::default()
        };
        Ok(proto::QuoteOrderRequest {
            order_id: order.map(|order| order.to_string()).unwrap_or_default(),
            lines: self.products.into_iter().map(OrderProduct::wanted).collect(),
            form: Some(form),
            r#type: self.kind.word().to_owned(),
        })
    }
}

impl OrderProducts {
    fn request(self, order: OrderId) -> proto::ChangeLinesRequest {
        proto::ChangeLinesRequest {
            id: order.to_string(),
            version: self.version,
            lines: self.products.into_iter().map(OrderProduct::wanted).collect(),
            shown_total: self.shown_total.map(|Dinars(total)| total.centimes()),
        }
    }
}

impl OrderQuote {
    fn new(quote: proto::OrderQuote, language: Language) -> Self {
        Self {
            lines: quote.lines.into_iter().map(|line| OrderLine::new(line, language)).collect(),
            sources: quote.sources,
            short: quote.short,
            products_total: dinars(quote.products_total),
            delivery_price: quote.delivery_price.map(dinars),
            total: dinars(quote.total),
        }
    }
}
