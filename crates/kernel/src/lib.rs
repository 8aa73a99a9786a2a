//! The words of the trade: values that every service speaks in. Pure: no I/O, no async, no wire formats
//! beyond serde. A value of these types is always legal; building one from outside input is where errors are.

mod changed;
mod clock;
mod color;
mod day;
mod email;
mod id;
mod language;
mod money;
mod name;
mod order_number;
mod page;
mod permission;
mod phone;
mod quantity;
mod quantity_rule;
mod slug;
mod spelling;

pub use changed::Changed;
pub use clock::{Clock, SystemClock, parse_rfc3339, rfc3339};
pub use color::{Color, ColorError, READABLE};
pub use day::{Day, DayError};
pub use email::{Email, EmailError};
pub use id::{
    AttributeId, AttributeOptionId, BrandId, BrandLineId, CategoryId, CombinationId, CommuneCode, CustomerId,
    EmployeeId, ExpeditionId, ExpeditionPartId, FeatureId, FeatureOptionId, IdError, ImageId, OrderId,
    PaymentId, ProductId, RestockRequestId, ReversalId, ReviewId, StockKey, SynonymGroupId, TransporterId,
    VisitorId, WarehouseId, WilayaCode,
};
pub use language::{Language, LocalizedText, UnknownLanguage};
pub use money::{Money, MoneyError, TaxRate, TaxRateError};
pub use name::{PersonName, PersonNameError, is_reordering};
pub use order_number::OrderNumber;
pub use page::{Counted, LISTING_REACH, Page, PageError};
pub use permission::{Permission, Role, UnknownRole};
pub use phone::{Phone, PhoneError, latin_digit};
pub use quantity::{Quantity, QuantityError};
pub use quantity_rule::{QuantityBreach, QuantityRule, QuantityRuleError};
pub use slug::{Slug, SlugError};
pub use spelling::folded;
