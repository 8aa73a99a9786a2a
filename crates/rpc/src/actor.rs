//! Who makes a call, signed by the process that let them in (design 8), so that a service can check rights
//! itself and write names into timelines and ledgers.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderValue;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use souk_kernel::{Clock, EmployeeId, Permission, Role, SystemClock, WarehouseId};

use crate::{Failure, Keys, Kind};

/// Metadata key of the signed actor; Envoy drops it from what comes from outside.
pub const ACTOR_HEADER: &str = "x-souk-actor";

/// How long a signature is good for: longer than any call and than clocks of one shop differ, shorter than a stolen log is
/// useful.
const VALIDITY: Duration = Duration::from_mins(1);

/// Whoever a call is made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// None for shoppers and for the services themselves.
    pub employee: Option<EmployeeId>,
    /// Name to show: `Samira B.`, `client`, `souk`.
    pub name: String,
    pub roles: Vec<Role>,
    /// Warehouses that the employee is assigned to; empty means all. They bound what the warehouse role allows.
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
    /// Set for calls that a service makes on its own behalf; it may do anything.
    #[serde(default)]
    pub system: bool,
    /// The request that the call is made for; empty where there is none.
    #[serde(default)]
    pub origin: Origin,
}

/// Where a request came from, as the audit log tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Address of the client.
    pub address: String,
    /// Names the request in logs and problems.
    pub request_id: String,
}

/// The secret that processes of one shop sign actors with.
#[derive(Debug, Clone, clap::Args)]
pub struct ActorConfig {
    /// Secret that signs who a gRPC call is made for, the same in every process; 32 characters or more. Several, joined by
    /// commas, while it is replaced: the first signs, all are believed.
    #[arg(long, env = "SOUK_ACTOR_KEY", hide_env_values = true)]
    pub actor_key: SecretString,
}

/// Signs and checks actors.
#[derive(Debug, Clone)]
pub struct Signer(Keys);

#[derive(Serialize, Deserialize)]
struct Claims {
    actor: Actor,
    /// The service that is called: no other takes the signature, so that whoever got it can't call further with it. None
    /// from a release that did not name it; the next one refuses that.
    #[serde(default)]
    audience: Option<String>,
    /// Unix seconds.
    expires: i64,
}

impl Actor {
    /// A shopper: no rights beyond what guests have.
    pub fn shopper() -> Self {
        Self {
            employee: None,
            name: "client".into(),
            roles: Vec::new(),
            warehouses: Vec::new(),
            system: false,
            origin: Origin::default(),
        }
    }

    /// A service on its own behalf.
    pub fn system(name: impl Into<String>) -> Self {
        Self { name: name.into(), system: true, ..Self::shopper() }
    }

    /// A member of staff.
    pub fn employee(
        id: EmployeeId,
        name: impl Into<String>,
        roles: Vec<Role>,
        warehouses: Vec<WarehouseId>,
    ) -> Self {
        Self { employee: Some(id), name: name.into(), roles, warehouses, ..Self::shopper() }
    }

    /// The same, in a request.
    #[must_use]
    pub fn of_request(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    pub fn may(&self, permission: Permission) -> bool {
        self.system || self.roles.iter().any(|role| role.allows(permission))
    }

    pub fn require(&self, permission: Permission) -> Result<(), Failure> {
        if self.may(permission) {
            return Ok(());
        }
        let message = format!("this needs the permission {}", permission.code());
        Err(Failure::new(Kind::Forbidden, "forbidden", message).with("permission", permission.code()))
    }

    /// The warehouses to which the right is bound, None for all: the warehouse role gives its rights in those only that
    /// the employee is assigned to (design 8), another role that has the right gives it everywhere. Without that role an assignment,
    /// which stays when roles change, bounds nothing.
    pub fn bounds(&self, permission: Permission) -> Option<&[WarehouseId]> {
        let is_free = |role: &Role| *role != Role::Warehouse && role.allows(permission);
        let is_bound = self.roles.contains(&Role::Warehouse) && !self.roles.iter().any(is_free);
        (is_bound && !self.system && !self.warehouses.is_empty()).then_some(self.warehouses.as_slice())
    }

    /// The right, in this warehouse.
    pub fn require_in(&self, permission: Permission, warehouse: WarehouseId) -> Result<(), Failure> {
        self.require(permission)?;
        match self.bounds(permission) {
            Some(bounds) if !bounds.contains(&warehouse) => Err(foreign_warehouse()),
            _ => Ok(()),
        }
    }
}

/// The refusal of what is in a warehouse that the actor is not assigned to.
fn foreign_warehouse() -> Failure {
    Failure::new(Kind::Forbidden, "forbidden", "this warehouse is not one of yours")
}

/// As events and timelines carry it.
impl From<&Actor> for souk_proto::common::v1::Actor {
    fn from(actor: &Actor) -> Self {
        Self { id: actor.employee.map(|id| id.to_string()).unwrap_or_default(), name: actor.name.clone() }
    }
}

impl Signer {
    pub fn new(config: &ActorConfig) -> anyhow::Result<Self> {
        Ok(Self(Keys::read("SOUK_ACTOR_KEY", &config.actor_key)?))
    }

    /// The value of the actor's metadata for calls of the service `audience`, good for a minute.
    pub fn sign(&self, actor: &Actor, audience: &str) -> HeaderValue {
        self.sign_at(actor, audience, SystemClock.now().unix_timestamp())
    }

    /// The actor that the metadata names to the service `audience`; anything unsigned, altered, old or meant for another
    /// service is Unauthenticated.
    pub fn verify(&self, value: Option<&HeaderValue>, audience: &str) -> Result<Actor, Failure> {
        self.verify_at(value, audience, SystemClock.now().unix_timestamp())
    }

    fn sign_at(&self, actor: &Actor, audience: &str, now: i64) -> HeaderValue {
        let expires = now + i64::try_from(VALIDITY.as_secs()).unwrap_or(0);
        let claims = Claims { actor: actor.clone(), audience: Some(audience.to_owned()), expires };
        let claims = serde_json::to_vec(&claims).unwrap_or_default();
        let tag = self.0.tag(&[&claims]);
        let text = format!("{}.{}", URL_SAFE_NO_PAD.encode(&claims), URL_SAFE_NO_PAD.encode(tag));
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }

    fn verify_at(&self, value: Option<&HeaderValue>, audience: &str, now: i64) -> Result<Actor, Failure> {
        let refused =
            || Failure::new(Kind::Unauthenticated, "unauthenticated", "the call carries no valid actor");
        let text = value.and_then(|value| value.to_str().ok()).ok_or_else(refused)?;
        let (claims, tag) = text.split_once('.').ok_or_else(refused)?;
        let claims = URL_SAFE_NO_PAD.decode(claims).map_err(|_| refused())?;
        let tag = URL_SAFE_NO_PAD.decode(tag).map_err(|_| refused())?;
        if !self.0.is_tag(&[&claims], &tag) {
            return Err(refused());
        }
        let claims: Claims = serde_json::from_slice(&claims).map_err(|_| refused())?;
        let is_ours = claims.audience.is_none_or(|named| named == audience);
        if claims.expires < now || !is_ours { Err(refused()) } else { Ok(claims.actor) }
    }
}

/// The actor of a call that came through [`crate::serve`], which let no call without one in.
pub fn actor<T>(request: &tonic::Request<T>) -> Result<Actor, Failure> {
    request
        .extensions()
        .get::<Actor>()
        .cloned()
        .ok_or_else(|| Failure::new(Kind::Unauthenticated, "unauthenticated", "the call carries no actor"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer(key: &str) -> Signer {
        Signer::new(&ActorConfig { actor_key: key.to_owned().into() }).expect("a long key")
    }

    #[test]
    fn only_a_fresh_signature_of_ours_counts() {
        let ours = signer("0123456789abcdef0123456789abcdef");
        let theirs = signer("another-key-of-thirty-two-letters");
        let actor = Actor::system("orders");
        let value = ours.sign_at(&actor, "payments", 1000);
        assert_eq!(ours.verify_at(Some(&value), "payments", 1060).ok(), Some(actor.clone()));
        assert!(ours.verify_at(Some(&value), "payments", 1061).is_err());
        assert!(ours.verify_at(Some(&value), "orders", 1000).is_err(), "was meant for payments");
        assert!(ours.verify_at(Some(&theirs.sign_at(&actor, "payments", 1000)), "payments", 1000).is_err());
        assert!(ours.verify_at(None, "payments", 1000).is_err());
        for odd in ["", ".", "a.b", "!!.??"] {
            assert!(ours.verify_at(Some(&HeaderValue::from_static(odd)), "payments", 1000).is_err());
        }
    }

    #[test]
    fn rights_come_from_roles() {
        let clerk =
            Actor::employee(EmployeeId::new(&SystemClock), "Samira B.", vec![Role::Warehouse], Vec::new());
        assert!(clerk.require(Permission::StockWrite).is_ok());
        assert_eq!(clerk.require(Permission::PaymentsWrite).map_err(|f| f.kind), Err(Kind::Forbidden));
        assert!(!Actor::shopper().may(Permission::OrdersRead));
    }

    #[test]
    fn an_assignment_bounds_what_the_warehouse_role_gives_and_nothing_else() {
        let (own, foreign) = (WarehouseId::new(&SystemClock), WarehouseId::new(&SystemClock));
        let with = |roles: &[Role], warehouses: &[WarehouseId]| {
            Actor::employee(EmployeeId::new(&SystemClock), "Karim", roles.to_vec(), warehouses.to_vec())
        };
        let assigned = with(&[Role::Warehouse], &[own]);
        assert!(assigned.require_in(Permission::OrdersPrepare, own).is_ok());
        let refused = assigned.require_in(Permission::OrdersPrepare, foreign).map_err(|it| it.kind);
        assert_eq!(refused, Err(Kind::Forbidden));
        let free = [
            (with(&[Role::Warehouse], &[]), Permission::OrdersPrepare),
            (with(&[Role::Admin], &[own]), Permission::StockWrite),
            (with(&[Role::Warehouse, Role::Sales], &[own]), Permission::StockRead),
            (Actor::system("orders"), Permission::OrdersReturn),
        ];
        for (actor, permission) in free {
            assert!(actor.require_in(permission, foreign).is_ok(), "{actor:?}");
        }
        let both = with(&[Role::Warehouse, Role::Sales], &[own]);
        assert!(both.require_in(Permission::StockWrite, foreign).is_err(), "sales adds no stock");
        let former = with(&[Role::Sales], &[own]);
        assert_eq!(former.bounds(Permission::OrdersPrepare), None, "as any other clerk");
        assert!(former.require_in(Permission::OrdersPrepare, own).is_err(), "nor does it give a right");
    }
}
