//! Who may do what: the one permission table (design 8). The gateway asks it at every dashboard route, the
//! services ask it again at every write.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A role of a member of staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Sales,
    Warehouse,
    Payments,
    Content,
}

/// The text names no role.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown role")]
pub struct UnknownRole;

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $($role:ident)*;)*) => {
        /// Something that staff can be allowed to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Permission {
            $($(#[$doc])* $name,)*
        }

        impl Permission {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name on the wire, such as `orders.read`.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The roles beside admin that have it.
            const fn roles(self) -> &'static [Role] {
                match self { $(Self::$name => &[$(Role::$role,)*],)* }
            }
        }
    };
}

permissions! {
    /// See orders and customers.
    OrdersRead = "orders.read": Sales Warehouse Payments;
    /// Take orders out as a file, with every customer's address.
    OrdersExport = "orders.export": Sales;
    /// Confirm, mark unreachable, cancel, annotate.
    OrdersConfirm = "orders.confirm": Sales;
    /// Prepare, allocate and ship.
    OrdersPrepare = "orders.prepare": Warehouse;
    /// Record attempts, deliveries and returns.
    OrdersDeliver = "orders.deliver": Payments Sales;
    /// Take a returned parcel back into stock.
    OrdersReturn = "orders.return": Warehouse;
    /// Call a parcel lost that was recorded as delivered: neither its goods nor its cash come any more.
    OrdersWriteOff = "orders.writeOff": ;
    /// See products, categories, brands.
    CatalogRead = "catalog.read": Sales Warehouse Content;
    /// Change products, categories, brands, promotions.
    CatalogWrite = "catalog.write": Content;
    /// See what shoppers say of products, and who says it; approve, refuse, answer.
    ReviewsModerate = "reviews.moderate": Sales Content;
    /// Change menus, home blocks, settings, theme.
    ContentWrite = "content.write": Content;
    /// Close the shop for maintenance, and open it again.
    ShopClose = "shop.close": Content;
    /// See warehouses, levels and movements.
    StockRead = "stock.read": Sales Warehouse;
    /// Add stock that came in, correct what was counted.
    StockWrite = "stock.write": Warehouse;
    /// Create and change warehouses.
    WarehousesWrite = "warehouses.write": ;
    /// See transporters and their tariffs.
    TransportersRead = "transporters.read": Sales Warehouse Payments;
    /// Change transporters and tariffs.
    TransportersWrite = "transporters.write": ;
    /// See receivables and payments.
    PaymentsRead = "payments.read": Payments;
    /// Record a transporter's payment.
    PaymentsWrite = "payments.write": Payments;
    /// Manage staff accounts and read the audit log.
    StaffManage = "staff.manage": ;
}

impl Role {
    pub const ALL: [Self; 5] = [Self::Admin, Self::Sales, Self::Warehouse, Self::Payments, Self::Content];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Sales => "sales",
            Self::Warehouse => "warehouse",
            Self::Payments => "payments",
            Self::Content => "content",
        }
    }

    /// Whether the role carries the permission; an admin has all.
    pub fn allows(self, permission: Permission) -> bool {
        self == Self::Admin || permission.roles().contains(&self)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(code: &str) -> Result<Self, UnknownRole> {
        Self::ALL.into_iter().find(|role| role.code() == code).ok_or(UnknownRole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_admin_may_do_everything_and_others_only_their_work() {
        assert!(Permission::ALL.iter().all(|permission| Role::Admin.allows(*permission)));
        assert!(!Role::Warehouse.allows(Permission::PaymentsRead));
        assert!(!Role::Payments.allows(Permission::StockWrite));
        assert!(!Role::Content.allows(Permission::OrdersRead));
    }
}
