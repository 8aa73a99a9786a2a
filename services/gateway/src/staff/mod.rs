//! Staff accounts and their sessions (design 8). A session's id lives in a cookie that scripts can't read and,
//! hashed, in the database; it ends after [`IDLE`] without use and [`ABSOLUTE`] in any case, at sign-out and when the
//! account is switched off.

mod account_store;
mod accounts;
mod model;
mod own_account;
mod password;
mod seal;
mod secret;
mod store;

use std::sync::Arc;

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use http::HeaderMap;
use secrecy::SecretString;
use serde_json::json;
use souk_audit::{Change, Subject};
use souk_kernel::{Clock, EmployeeId, Role, WarehouseId};
use souk_rpc::{Actor, Failure, Kind, Origin};
use sqlx::{PgConnection, PgPool};
use time::Duration;

use self::model::{Account, SessionId, totp_step};
pub use self::model::{
    AccountEdit, AccountFilter, AccountRow, Credentials, Employee, LONGEST_EMAIL, NewEmployee, OwnAccount,
    Session, SessionRow, Visit,
};
use self::password::Hasher;
pub use self::seal::Seals;
use self::secret::recovery_hash;
pub use self::store::{demo_accounts, hold_in};
use crate::audit;
use crate::limits::{ClientAddress, Limits};
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
    seals: Seals,
    is_https: bool,
}

/// A session that was opened.
#[derive(Debug)]
pub struct SignedIn {
    pub employee: Employee,
    pub session: Session,
    pub cookie: Cookie<'static>,
}

/// What an account was opened with beside its password.
enum Proof {
    /// It has no second factor.
    PasswordAlone,
    TotpStep(i64),
    RecoveryCode([u8; 32]),
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
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, seals: Seals, is_https: bool) -> anyhow::Result<Self> {
        Ok(Self { pool, clock, hasher: Hasher::new()?, seals, is_https })
    }

    /// Opens a session. The answer and the time it takes are the same whether the account is unknown or switched off, or the
    /// password or the code wrong or missing.
    pub async fn sign_in(
        &self,
        limits: &Limits,
        client: ClientAddress,
        credentials: Credentials,
        visit: &Visit,
    ) -> Result<SignedIn, Problem> {
        let recovery = credentials.code.as_deref().and_then(recovery_hash);
        let account = store::account(&self.pool, &credentials.email, recovery).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.hasher.verify(credentials.password.clone(), hash).await?;
        let opened = match &account {
            Some(account) if is_right && account.active => {
                self.open_proved(limits, client, account, &credentials, visit).await?
            }
            _ => None,
        };
        if opened.is_none() {
            self.tell_refused(limits, &credentials, account.as_ref(), &visit.origin).await?;
        }
        opened.ok_or_else(refused)
    }

    /// Opens the account whose password was right, where it asks for no code or the code is right too.
    async fn open_proved(
        &self,
        limits: &Limits,
        client: ClientAddress,
        account: &Account,
        credentials: &Credentials,
        visit: &Visit,
    ) -> Result<Option<SignedIn>, Problem> {
        let Some(sealed) = &account.totp_secret else {
            return self.open(account, Proof::PasswordAlone, visit).await;
        };
        let Some(code) = &credentials.code else { return Ok(None) };
        let Some(guess) = limits.code(client, account.employee.id) else { return Ok(None) };
        let Some(proof) = self.proof(account.employee.id, sealed, code, account.is_recovered)? else {
            return Ok(None);
        };
        let opened = self.open(account, proof, visit).await?;
        if opened.is_some() {
            guess.forgive();
        }
        Ok(opened)
    }

    /// What the code is of the account's; None when it is wrong.
    fn proof(
        &self,
        id: EmployeeId,
        sealed: &[u8],
        code: &str,
        is_recovered: bool,
    ) -> Result<Option<Proof>, Failure> {
        if let Some(hash) = recovery_hash(code).filter(|_| is_recovered) {
            return Ok(Some(Proof::RecoveryCode(hash)));
        }
        let Ok(opened) = self.seals.open(id, sealed) else {
            tracing::error!(staff.id = %id, "SOUK_SECRET does not open a second factor (RUNBOOK)");
            return Ok(None);
        };
        Ok(totp_step(&opened.secret, code, self.clock.now())?.map(Proof::TotpStep))
    }

    /// None when the code was used before, or the account is another by now than what was proved.
    async fn open(
        &self,
        account: &Account,
        proof: Proof,
        visit: &Visit,
    ) -> Result<Option<SignedIn>, Problem> {
        let (id, now) = (SessionId::random(), self.clock.now());
        let employee = account.employee.clone();
        let session = Session::new(&id, now + ABSOLUTE);
        let mut tx = self.pool.begin().await?;
        let is_same = store::hold_proved_in(&mut tx, account).await?;
        if !is_same || !proof.use_in(&mut tx, employee.id).await? {
            return Ok(None);
        }
        store::open_in(&mut tx, self.clock.uuid(), &session, employee.id, visit, now).await?;
        let facts = json!({ "browser": visit.browser, "proof": proof.name() });
        let change = Change::made("staff.signed_in", employee.subject(), facts);
        self.tell_in(&mut tx, &employee.actor().of_request(visit.origin.clone()), change).await?;
        tx.commit().await?;
        tracing::info!(employee.id = %employee.id, "signed in");
        Ok(Some(SignedIn { employee: employee.acting(), session, cookie: self.cookie(id.to_text()) }))
    }

    /// An account is named by its id, what is none by a hash: people type passwords into the wrong field.
    async fn tell_refused(
        &self,
        limits: &Limits,
        credentials: &Credentials,
        account: Option<&Account>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        if !limits.is_worth_a_row() {
            return Ok(());
        }
        let subject = account.map_or_else(
            || Subject::new("account", credentials.account_hash().as_str(), ""),
            |account| account.employee.subject(),
        );
        let change = Change::made("staff.sign_in_refused", subject, json!({}));
        let nobody = Actor { name: String::new(), ..Actor::shopper().of_request(origin.clone()) };
        Ok(self.tell_in(&mut *self.pool.acquire().await?, &nobody, change).await?)
    }

    /// Writes the entry of a change, with the change.
    async fn tell_in(&self, conn: &mut PgConnection, actor: &Actor, change: Change) -> sqlx::Result<()> {
        audit::insert_in(conn, &change.by(actor, &*self.clock)).await
    }

    /// The employee and session of a request. Whether it counts as use: what a tab asks by itself while nobody looks at it
    /// must not keep a session open.
    pub async fn authenticate(
        &self,
        headers: &HeaderMap,
        is_use: bool,
    ) -> Result<(Employee, Session), Problem> {
        let nobody = || Problem::unauthenticated("nobody is signed in");
        let id = self.session_id(headers).ok_or_else(nobody)?;
        let now = self.clock.now();
        let found = store::session(&self.pool, &id.hash(), now, now - IDLE).await?.ok_or_else(nobody)?;
        if is_use && now - found.seen_at > NOTE_USE_EVERY {
            store::note_use(&self.pool, &id.hash(), now).await?;
        }
        Ok((found.employee.acting(), Session::new(&id, found.expires_at)))
    }

    /// The employee of a session as they are by now, while it is open; asking does not count as use.
    pub async fn present(&self, session: &Session) -> sqlx::Result<Option<Employee>> {
        let now = self.clock.now();
        let found = store::session(&self.pool, session.hash(), now, now - IDLE).await?;
        Ok(found.map(|found| found.employee.acting()))
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

impl Proof {
    /// Whether it is still good, which it is once.
    async fn use_in(&self, conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<bool> {
        match self {
            Self::PasswordAlone => Ok(true),
            Self::TotpStep(step) => store::use_totp_step_in(conn, id, *step).await,
            Self::RecoveryCode(hash) => store::use_recovery_code_in(conn, id, hash).await,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::PasswordAlone => "password",
            Self::TotpStep(_) => "code",
            Self::RecoveryCode(_) => "recovery code",
        }
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
    /// Warehouse that the employee is assigned to; repeatable, none means all, of an account that there is those that it has.
    #[arg(long = "warehouse")]
    pub warehouses: Vec<String>,
    /// The password opens nothing but the choice of another one.
    #[arg(long)]
    pub temporary: bool,
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
        let password_is_temporary = self.temporary;
        Ok(NewEmployee {
            email: self.email,
            name: self.name,
            roles,
            warehouses,
            password,
            password_is_temporary,
        })
    }
}
