//! What the staff desk knows. Pure.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use souk_audit::Subject;
use souk_kernel::{EmployeeId, Page, Role, WarehouseId, is_reordering};
use souk_rpc::{Actor, Failure, Origin, Violations};
use subtle::ConstantTimeEq as _;
use time::OffsetDateTime;
use uuid::Uuid;

/// Shortest and longest password (ASVS 6.2.1, 6.2.2).
const PASSWORD: std::ops::RangeInclusive<usize> = 12..=128;
/// In bytes (RFC 5321).
pub const LONGEST_EMAIL: usize = 254;
const LONGEST_NAME: usize = 60;

/// A member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Employee {
    pub id: EmployeeId,
    pub email: String,
    pub name: String,
    pub roles: Vec<Role>,
    /// Empty means all.
    pub warehouses: Vec<WarehouseId>,
    /// Somebody else knows the password: until its owner has chosen another, the employee has no role.
    pub password_is_temporary: bool,
}

/// An employee with what signing in compares.
#[derive(Debug)]
pub struct Account {
    pub employee: Employee,
    pub password_hash: String,
    pub totp_secret: Option<Vec<u8>>,
    pub active: bool,
    /// Whether what was given as code is one of the account's recovery codes.
    pub is_recovered: bool,
}

/// An account as an administrator sees it.
#[derive(Debug, Clone)]
pub struct AccountRow {
    pub employee: Employee,
    pub active: bool,
    pub has_second_factor: bool,
    pub created_at: OffsetDateTime,
    /// When one of its open sessions was last used; None without any.
    pub seen_at: Option<OffsetDateTime>,
    pub version: u64,
}

/// An open session as its owner, or an administrator, sees it.
#[derive(Debug, Clone)]
pub struct SessionRow {
    pub id: Uuid,
    pub created_at: OffsetDateTime,
    pub seen_at: OffsetDateTime,
    /// Client that opened it.
    pub address: String,
    pub browser: String,
    /// Whether it is the one that asks.
    pub is_own: bool,
}

/// What an employee's own page tells.
#[derive(Debug)]
pub struct OwnAccount {
    pub has_second_factor: bool,
    /// Recovery codes that were not used yet.
    pub recovery_codes: u32,
    pub sessions: Vec<SessionRow>,
}

/// What is changed of an account.
#[derive(Debug, Clone, Default)]
pub struct AccountEdit {
    pub name: Option<String>,
    pub roles: Option<Vec<Role>>,
    pub warehouses: Option<Vec<WarehouseId>>,
    pub active: Option<bool>,
}

/// Which accounts a list shows.
#[derive(Debug, Clone)]
pub struct AccountFilter {
    /// Part of the name or the address; empty: all.
    pub words: String,
    pub active: Option<bool>,
    pub page: Page,
}

/// Where somebody signs in from.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    pub origin: Origin,
    /// As the browser names itself.
    pub browser: String,
}

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewEmployee {
    pub email: String,
    pub name: String,
    pub roles: Vec<Role>,
    pub warehouses: Vec<WarehouseId>,
    pub password: SecretString,
    /// Whether its owner has to choose another at first.
    pub password_is_temporary: bool,
}

/// What somebody signs in with.
#[derive(Debug)]
pub struct Credentials {
    /// Folded.
    pub email: String,
    pub password: SecretString,
    /// Of the second factor, or a recovery code, where the account has one.
    pub code: Option<String>,
}

/// The secret of a session: 256 random bits that only the browser keeps.
pub struct SessionId([u8; 32]);

/// An open session.
#[derive(Debug, Clone)]
pub struct Session {
    id_hash: [u8; 32],
    csrf_token: String,
    expires_at: OffsetDateTime,
}

impl NewEmployee {
    /// The account, trimmed, once it breaks no rule.
    pub fn checked(mut self) -> Result<Self, Failure> {
        let mut violations = Violations::default();
        self = Self { email: fold(&self.email), name: self.name.trim().to_owned(), ..self };
        if !is_email(&self.email) {
            violations.push("email", "form.validation.email", "an address like name@shop.dz is expected");
        }
        check_name(&mut violations, &self.name);
        check_password(&mut violations, "password", &self.password);
        check_roles(&mut violations, &self.roles);
        violations.into_result("staff.invalid").map(|()| self)
    }
}

impl AccountEdit {
    /// The edit, trimmed, once it breaks no rule.
    pub fn checked(mut self) -> Result<Self, Failure> {
        let mut violations = Violations::default();
        self.name = self.name.map(|name| name.trim().to_owned());
        if let Some(name) = &self.name {
            check_name(&mut violations, name);
        }
        if let Some(roles) = &self.roles {
            check_roles(&mut violations, roles);
        }
        violations.into_result("staff.invalid").map(|()| self)
    }

    /// Makes the account what the edit says.
    pub fn apply(self, account: &mut AccountRow) {
        let AccountRow { employee, active, .. } = account;
        replace(&mut employee.name, self.name);
        replace(&mut employee.roles, self.roles);
        replace(&mut employee.warehouses, self.warehouses);
        replace(active, self.active);
    }
}

impl AccountRow {
    /// Whether it may look after accounts.
    pub fn is_admin(&self) -> bool {
        self.active && self.employee.roles.contains(&Role::Admin)
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let employee = &self.employee;
        serde_json::json!({
            "email": employee.email, "name": employee.name, "roles": employee.roles,
            "warehouses": employee.warehouses, "active": self.active,
        })
    }
}

impl NewEmployee {
    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "email": self.email, "name": self.name, "roles": self.roles, "warehouses": self.warehouses, "active": true,
        })
    }
}

impl Employee {
    /// As the audit log names the account.
    pub fn subject(&self) -> Subject {
        Subject::new("employee", self.id, self.name.clone())
    }

    /// As the services know the employee.
    pub fn actor(&self) -> Actor {
        Actor::employee(self.id, self.name.clone(), self.roles.clone(), self.warehouses.clone())
    }

    /// What the employee may do now.
    #[must_use]
    pub fn acting(mut self) -> Self {
        if self.password_is_temporary {
            self.roles.clear();
        }
        self
    }
}

fn replace<T>(value: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *value = given;
    }
}

fn check_name(violations: &mut Violations, name: &str) {
    let is_shown_as_stored = !name.chars().any(|c| c.is_control() || is_reordering(c));
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) || !is_shown_as_stored {
        let text = format!("a name has 1 to {LONGEST_NAME} characters, none of them invisible");
        violations.push("name", "form.validation.name", text);
    }
}

fn check_roles(violations: &mut Violations, roles: &[Role]) {
    if roles.is_empty() {
        violations.push("roles", "form.validation.roles", "an employee has a role");
    }
}

/// Notes a password that is too short or too long.
pub fn check_password(violations: &mut Violations, field: &'static str, password: &SecretString) {
    if !PASSWORD.contains(&password.expose_secret().chars().count()) {
        violations.push(field, "form.validation.password", "a password has 12 to 128 characters");
    }
}

/// The one spelling of an e-mail address that is stored, compared and counted.
pub fn fold(email: &str) -> String {
    email.trim().to_lowercase()
}

impl Credentials {
    pub fn new(email: &str, password: SecretString, code: Option<String>) -> Self {
        let code = code.map(|code| code.trim().to_owned()).filter(|code| !code.is_empty());
        Self { email: fold(email), password, code }
    }

    /// Names the account in a log that must not say whose it is: the same for the same address.
    pub fn account_hash(&self) -> String {
        let digest = Sha256::new().chain_update(b"account").chain_update(&self.email).finalize();
        URL_SAFE_NO_PAD.encode(&digest[..9])
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_clean = text.len() <= LONGEST_EMAIL && text.chars().all(|c| !c.is_whitespace() && !c.is_control());
    is_clean && !local.is_empty() && domain.len() >= 3 && domain.contains('.') && !domain.starts_with('.')
}

/// The time step of a second factor that the code belongs to; None for any other text.
pub fn totp_step(secret: &[u8], code: &str, now: OffsetDateTime) -> Result<Option<i64>, Failure> {
    let totp = totp_rs::Builder::new().with_secret(secret).with_skew(1).build();
    let totp = totp.map_err(|error| Failure::internal(anyhow::anyhow!("a stored TOTP secret: {error}")))?;
    let now = u64::try_from(now.unix_timestamp()).unwrap_or(0);
    Ok(totp.check(code, now).and_then(|step| i64::try_from(step).ok()))
}

impl SessionId {
    pub fn random() -> Self {
        Self(rand::random())
    }

    pub fn from_text(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What the database knows of it.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Bound to the session and not computable from what the database holds.
    fn csrf_token(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(b"csrf").chain_update(self.0).finalize())
    }
}

impl Session {
    pub fn new(id: &SessionId, expires_at: OffsetDateTime) -> Self {
        Self { id_hash: id.hash(), csrf_token: id.csrf_token(), expires_at }
    }

    pub fn hash(&self) -> &[u8; 32] {
        &self.id_hash
    }

    pub fn csrf_token(&self) -> &str {
        &self.csrf_token
    }

    pub fn is_csrf(&self, token: &str) -> bool {
        self.csrf_token.as_bytes().ct_eq(token.as_bytes()).into()
    }

    pub fn expires_at(&self) -> OffsetDateTime {
        self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(email: &str, password: &str) -> NewEmployee {
        NewEmployee {
            email: email.into(),
            name: " Samira B. ".into(),
            roles: vec![Role::Sales],
            warehouses: Vec::new(),
            password: password.to_owned().into(),
            password_is_temporary: false,
        }
    }

    #[test]
    fn an_account_is_tidied_and_all_its_mistakes_are_named() {
        let tidy = account(" Samira@Souk.TEST ", "long enough password").checked().expect("is legal");
        assert_eq!((tidy.email.as_str(), tidy.name.as_str()), ("samira@souk.test", "Samira B."));
        let failure = account("samira", "short").checked().expect_err("is refused");
        let fields: Vec<_> = failure.violations.iter().map(|violation| violation.field.as_str()).collect();
        assert_eq!(fields, ["email", "password"]);
        let hidden = NewEmployee {
            name: "Samira\u{202e}nimda".into(),
            ..account("s@souk.test", "long enough password")
        };
        assert_eq!(hidden.checked().expect_err("is refused").violations[0].field, "name");
    }

    #[test]
    fn a_session_knows_its_own_token_only() {
        let (one, other) = (SessionId::random(), SessionId::random());
        let session = Session::new(&one, OffsetDateTime::UNIX_EPOCH);
        assert!(session.is_csrf(&one.csrf_token()));
        assert!(!session.is_csrf(&other.csrf_token()));
        assert!(!session.is_csrf(""));
        assert!(SessionId::from_text(&one.to_text()).is_some_and(|read| read.hash() == one.hash()));
        assert!(SessionId::from_text("short").is_none());
    }
}
