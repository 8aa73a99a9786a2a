//! The gRPC interface of customers.

use souk_kernel::{CustomerId, PersonName, Phone, rfc3339};
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::customers_server::Customers as CustomersService;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{Card, Customer, Customers, CustomersError, Detail, Outcomes, Place, PlacedOrder, Written};
use crate::orders::{parse_address, parse_email};

/// Characters of a search: spec 5 asks for three.
const LEAST_WORDS: usize = 3;
const MOST_WORDS: usize = 100;
const MOST_NOTE: usize = 1_000;

/// Answers `souk.orders.v1.Customers`.
#[derive(Clone)]
pub struct CustomersRpc(pub Customers);

#[tonic::async_trait]
impl CustomersService for CustomersRpc {
    async fn list_customers(
        &self,
        request: Request<proto::ListCustomersRequest>,
    ) -> Result<Response<proto::ListCustomersResponse>, Status> {
        let actor = actor(&request)?;
        let proto::ListCustomersRequest { page, query } = request.into_inner();
        let mut violations = Violations::default();
        let page = violations.page(page);
        let words = query.trim();
        let length = words.chars().count();
        if !words.is_empty() && length < LEAST_WORDS {
            violations.push(
                "q",
                "form.validation.tooShort",
                "a search of customers has 3 characters at least",
            );
        }
        if length > MOST_WORDS {
            violations.push("q", "form.validation.query", "a search has at most 100 characters");
        }
        violations.into_result("orders.invalid_filter")?;
        let listing = self.0.list(&actor, words, page.unwrap_or_default()).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListCustomersResponse {
            customers: listing.customers.into_iter().map(proto::Customer::from).collect(),
            total: listing.total.rows,
            more: listing.total.more,
        }))
    }

    async fn get_customer(
        &self,
        request: Request<proto::GetCustomerRequest>,
    ) -> Result<Response<proto::CustomerDetail>, Status> {
        let actor = actor(&request)?;
        let id = parse_id(&request.into_inner().id)?;
        let detail = self.0.get(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn create_customer(
        &self,
        request: Request<proto::CreateCustomerRequest>,
    ) -> Result<Response<proto::CustomerDetail>, Status> {
        let actor = actor(&request)?;
        let wanted = parse_new(request.into_inner())?;
        let detail = self.0.create(&actor, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn update_customer(
        &self,
        request: Request<proto::UpdateCustomerRequest>,
    ) -> Result<Response<proto::CustomerDetail>, Status> {
        let actor = actor(&request)?;
        let proto::UpdateCustomerRequest { id, version, card } = request.into_inner();
        let id = parse_id(&id)?;
        let mut violations = Violations::default();
        let card = parse_card(&card.unwrap_or_default(), &mut violations);
        let Some(card) = card.filter(|_| violations.is_empty()) else {
            return Err(refused(violations).into());
        };
        let detail = self.0.update(&actor, id, version, card).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }
}

fn parse_id(id: &str) -> Result<CustomerId, Failure> {
    id.parse().map_err(|_| CustomersError::NotFound.into())
}

fn refused(violations: Violations) -> Failure {
    Failure::invalid("orders.invalid_customer", violations)
}

fn parse_new(request: proto::CreateCustomerRequest) -> Result<Written, Failure> {
    let mut violations = Violations::default();
    let id = violations.id("id", &request.id);
    let phone = violations.check("phone", "form.validation.phone", Phone::parse(&request.phone));
    let card = parse_card(&request.card.unwrap_or_default(), &mut violations);
    match (id, phone, card) {
        (Some(id), Some(phone), Some(card)) if violations.is_empty() => {
            Ok(Written { id, phone, version: 0, card })
        }
        _ => Err(refused(violations)),
    }
}

/// By the rules of the checkout form (spec 5), under its field names.
fn parse_card(card: &proto::CustomerCard, violations: &mut Violations) -> Option<Card> {
    let first_name = PersonName::parse(&card.first_name);
    let first_name = violations.check("firstname", "form.validation.firstname", first_name);
    let last_name = PersonName::parse(&card.last_name);
    let last_name = violations.check("lastname", "form.validation.lastname", last_name);
    let email = violations.check("email", "form.validation.email", parse_email(&card.email));
    let place = parse_place(card, violations);
    let address = parse_address(&card.address, violations);
    let note = card.note.trim().to_owned();
    if note.chars().count() > MOST_NOTE {
        violations.push("note", "form.validation.note", format!("at most {MOST_NOTE} characters"));
    }
    Some(Card { first_name: first_name?, last_name: last_name?, email: email?, place, address, note })
}

/// Both or neither.
fn parse_place(card: &proto::CustomerCard, violations: &mut Violations) -> Option<Place> {
    if card.wilaya_id.is_empty() && card.commune_id.is_empty() {
        return None;
    }
    let wilaya = violations.check("wilaya", "form.validation.wilaya", card.wilaya_id.parse());
    let commune = violations.check("commune", "form.validation.commune", card.commune_id.parse());
    Some(Place { wilaya: wilaya?, commune: commune? })
}

impl From<Customer> for proto::Customer {
    fn from(customer: Customer) -> Self {
        let Card { first_name, last_name, email, place, address, note } = customer.card;
        let (wilaya_id, commune_id): (String, String) =
            place.map_or_else(Default::default, |place| (place.wilaya.into(), place.commune.into()));
        Self {
            id: customer.id.to_string(),
            version: customer.version,
            phone: customer.phone.as_str().to_owned(),
            card: Some(proto::CustomerCard {
                first_name: first_name.as_str().to_owned(),
                last_name: last_name.as_str().to_owned(),
                email,
                wilaya_id,
                commune_id,
                address,
                note,
            }),
            wilaya_name: customer.wilaya_name,
            commune_name: customer.commune_name,
            outcomes: Some(customer.outcomes.into()),
            last_order_at: customer.last_order_at.map(rfc3339).unwrap_or_default(),
        }
    }
}

impl From<Outcomes> for proto::Outcomes {
    fn from(outcomes: Outcomes) -> Self {
        let Outcomes { open, delivered, returned, lost, cancelled, delivered_total, more } = outcomes;
        Self { open, delivered, returned, lost, cancelled, delivered_total: delivered_total.centimes(), more }
    }
}

impl From<Detail> for proto::CustomerDetail {
    fn from(detail: Detail) -> Self {
        Self {
            customer: Some(detail.customer.into()),
            orders: detail.orders.into_iter().map(proto::CustomerOrder::from).collect(),
        }
    }
}

impl From<PlacedOrder> for proto::CustomerOrder {
    fn from(order: PlacedOrder) -> Self {
        Self {
            id: order.id.to_string(),
            number: order.number.to_string(),
            status: order.status,
            total: order.total.centimes(),
            placed_at: rfc3339(order.placed_at),
        }
    }
}
