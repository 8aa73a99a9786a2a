//! Staff accounts, sessions and the audit log (design 8). A session's id lives in a cookie that scripts can't read and,
//! hashed, in the database; it ends after [`IDLE`] without use and [`ABSOLUTE`] in any case, at sign-out and when the
//! account is switched off.

mod model;
mod password;
mod store;

use std::sync::Arc;

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use http::{HeaderMap, StatusCode};
use secrecy::SecretString;
use souk_kernel::{Clock, EmployeeId, Role, WarehouseId};
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;
use time::Duration;

use self::model::{Account, SessionId};
pub use self::model::{AuditEntry, Credentials, Employee, LONGEST_EMAIL, NewEmployee, Session};
use self::password::Hasher;
pub use self::store::demo_accounts;
use crate::limits::Limits;
use crate::problem::Problem;

/// A session that was not used for this long is over.
pub const IDLE: Duration = Duration::minutes(30);
/// No session lives longer.
pub const ABSOLUTE: Duration = Duration::hours(12);
/// Use is noted at most this often, so that reading a page doesn't write.
const NOTE_USE_EVERY: Duration = Duration::minutes(1);

/// Bytes of a second factor's secret, as RFC 4226 recommends.
const TOTP_SECRET: usize = 20;

/// The staff of the shop.
pub struct StaffDesk {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    hasher: Hasher,
    is_https: bool,
}

/// What became of a request's session.
#[derive(Debug)]
pub struct SignedOut {
    /// The cookie that forgets it.
    pub cookie: Cookie<'static>,
    /// Whether there was one to end.
    pub ended: bool,
}

impl StaffDesk {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, is_https: bool) -> anyhow::Result<Self> {
        Ok(Self { pool, clock, hasher: Hasher::new()?, is_https })
    }

    /// Adds an account, or gives the one with this address a new name, role and password.
    pub async fn add(&self, employee: NewEmployee) -> Result<EmployeeId, Failure> {
        let employee = employee.checked()?;
        let hash = self.hasher.hash(employee.password.clone()).await?;
        let id = EmployeeId::new(self.clock.as_ref());
        store::save(&self.pool, id, &employee, &hash, self.clock.now()).await.map_err(Failure::internal)
    }

    /// Gives the account a new second factor and answers its secret in base 32, as authenticator apps take it. None
    /// when there is no such account.
    pub async fn enrol_totp(&self, email: &str) -> Result<Option<String>, Failure> {
        let secret: [u8; TOTP_SECRET] = rand::random();
        let is_known = store::set_totp(&self.pool, email, &secret).await.map_err(Failure::internal)?;
        Ok(is_known.then(|| totp_rs::Secret::from(secret).to_base32()))
    }

    /// Opens a session. The answer and the time it takes are the same whether the account is unknown, switched off or
    /// the password wrong.
    pub async fn sign_in(
        &self,
        limits: &Limits,
        credentials: Credentials,
    ) -> Result<(Employee, Session, Cookie<'static>), Problem> {
        let account = store::account(&self.pool, &credentials.email).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.hasher.verify(credentials.password, hash).await?;
        let account = account.filter(|account| is_right && account.active).ok_or_else(refused)?;
        self.check_totp(limits, &account, credentials.totp.as_deref()).await?;
        let id = SessionId::random();
        let session = Session::new(&id, self.clock.now() + ABSOLUTE);
        store::open(&self.pool, &session, account.employee.id, self.clock.now()).await?;
        tracing::info!(employee.id = %account.employee.id, "signed in");
        Ok((account.employee, session, self.cookie(id.to_text())))
    }

    /// A code of the second factor is good once.
    async fn check_totp(
        &self,
        limits: &Limits,
        account: &Account,
        code: Option<&str>,
    ) -> Result<(), Problem> {
        let Some(totp) = account.totp()? else { return Ok(()) };
        let Some(code) = code.filter(|code| !code.is_empty()) else {
            let detail = "this account needs the code of its second factor";
            return Err(Problem::new(StatusCode::UNAUTHORIZED, "staff.totp_required", detail));
        };
        let guess = limits.code(account.employee.id)?;
        let now = u64::try_from(self.clock.now().unix_timestamp()).unwrap_or(0);
        let step = totp.check(code, now).and_then(|step| i64::try_from(step).ok()).ok_or_else(refused)?;
        let is_first = store::use_totp_step(&self.pool, account.employee.id, step).await?;
        if !is_first {
            return Err(refused());
        }
        guess.forgive();
        Ok(())
    }

    /// The employee and session of a request.
    pub async fn authenticate(&self, headers: &HeaderMap) -> Result<(Employee, Session), Problem> {
        let nobody = || Problem::unauthenticated("nobody is signed in");
        let id = self.session_id(headers).ok_or_else(nobody)?;
        let now = self.clock.now();
        let found = store::session(&self.pool, &id.hash(), now, now - IDLE).await?.ok_or_else(nobody)?;
        if now - found.seen_at > NOTE_USE_EVERY {
            store::note_use(&self.pool, &id.hash(), now).await?;
        }
        Ok((found.employee, Session::new(&id, found.expires_at)))
    }

    /// Whether the session is still open; asking does not count as use.
    pub async fn is_open(&self, session: &Session) -> bool {
        let now = self.clock.now();
        store::session(&self.pool, session.hash(), now, now - IDLE).await.is_ok_and(|found| found.is_some())
    }

    /// Ends the session of the request, if it has one.
    pub async fn sign_out(&self, headers: &HeaderMap) -> Result<SignedOut, Problem> {
        let ended = match self.session_id(headers) {
            Some(id) => store::close(&self.pool, &id.hash(), self.clock.now()).await?,
            None => false,
        };
        let mut cookie = self.cookie(String::new());
        cookie.make_removal();
        Ok(SignedOut { cookie, ended })
    }

    /// Writes what an employee changed. The change is done by now: a row that can't be written is an error for
    /// whoever runs the shop, not for the employee.
    pub async fn audit(&self, entry: AuditEntry<'_>) {
        let written = store::audit(&self.pool, self.clock.uuid(), &entry, self.clock.now()).await;
        if let Err(error) = written {
            tracing::error!(%error, audit.path = entry.path, employee.id = %entry.employee.id, "audit row lost");
        }
    }

    fn session_id(&self, headers: &HeaderMap) -> Option<SessionId> {
        SessionId::from_text(CookieJar::from_headers(headers).get(self.cookie_name())?.value())
    }

    /// Over https the name binds the cookie to this host and to secure transport.
    const fn cookie_name(&self) -> &'static str {
        if self.is_https { "__Host-souk_session" } else { "souk_session" }
    }

    fn cookie(&self, value: String) -> Cookie<'static> {
        Cookie::build((self.cookie_name(), value))
            .path("/")
            .http_only(true)
            .secure(self.is_https)
            .same_site(SameSite::Strict)
            .max_age(ABSOLUTE)
            .build()
    }
}

/// The answer to whatever does not sign anybody in.
pub fn refused() -> Problem {
    Failure::new(Kind::Unauthenticated, "staff.refused", "the e-mail, the password or the code is wrong")
        .into()
}

impl Employee {
    /// As the services know the employee.
    pub fn actor(&self) -> souk_rpc::Actor {
        souk_rpc::Actor::employee(self.id, self.name.clone(), self.roles.clone(), self.warehouses.clone())
    }
}

/// What a command line says of a new account.
#[derive(Debug, Clone, clap::Args)]
pub struct AddStaff {
    /// Address that the employee signs in with.
    #[arg(long)]
    pub email: String,
    /// Name that timelines show.
    #[arg(long)]
    pub name: String,
    /// Role: admin, sales, warehouse, payments or content; repeatable.
    #[arg(long = "role", required = true)]
    pub roles: Vec<String>,
    /// Warehouse that the employee is assigned to; repeatable, none means all.
    #[arg(long = "warehouse")]
    pub warehouses: Vec<String>,
    /// Read the password from standard input rather than from the terminal's prompt.
    #[arg(long)]
    pub password_stdin: bool,
}

impl AddStaff {
    /// The account with its password.
    pub fn with_password(self, password: SecretString) -> anyhow::Result<NewEmployee> {
        let roles = self.roles.iter().map(|role| role.parse::<Role>()).collect::<Result<_, _>>()?;
        let warehouses =
            self.warehouses.iter().map(|id| id.parse::<WarehouseId>()).collect::<Result<_, _>>()?;
        Ok(NewEmployee { email: self.email, name: self.name, roles, warehouses, password })
    }
}
