//! What employees do with their own account: another password, a second factor, ending sessions.

use secrecy::SecretString;
use serde_json::json;
use souk_audit::Change;
use souk_database::failure as database;
use souk_kernel::EmployeeId;
use souk_rpc::{Actor, Failure, Kind, Violations};
use sqlx::PgConnection;
use time::Duration;

use super::model::{Employee, OwnAccount, Session, check_password, totp_step};
use super::{StaffDesk, TOTP_SECRET, account_store, secret, store};
use crate::limits::{ClientAddress, Guess, Limits};

/// Recovery codes that come with a second factor.
const RECOVERY_CODES: usize = 10;
/// How long a second factor that was shown waits for a code of it.
const OFFER: Duration = Duration::minutes(10);

impl StaffDesk {
    pub async fn own_account(&self, employee: &Employee, session: &Session) -> Result<OwnAccount, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        let secrets = account_store::own_secrets(&mut conn, employee.id).await.map_err(database)?;
        Ok(OwnAccount {
            has_second_factor: secrets.totp_secret.is_some(),
            recovery_codes: u32::try_from(secrets.recovery_codes).unwrap_or(u32::MAX),
            sessions: self.open_sessions(&mut conn, employee.id, session).await?,
        })
    }

    /// Replaces the employee's password and ends all their sessions but this one.
    pub async fn change_password(
        &self,
        actor: &Actor,
        (employee, session): (&Employee, &Session),
        current: SecretString,
        new: SecretString,
    ) -> Result<(), Failure> {
        let mut violations = Violations::default();
        check_password(&mut violations, "newPassword", &new);
        violations.into_result("staff.invalid")?;
        let stored = self.require_password(employee, current).await?;
        if self.hasher.verify(new.clone(), Some(stored.clone())).await? {
            let text = "this is the password that you have";
            return Err(Failure::invalid_field("newPassword", "form.validation.samePassword", text));
        }
        let hash = self.hasher.hash(new).await?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        if !account_store::replace_password_in(&mut tx, employee.id, &stored, &hash)
            .await
            .map_err(database)?
        {
            return Err(wrong_password());
        }
        store::close_all_in(&mut tx, employee.id, Some(session.hash())).await.map_err(database)?;
        let change = Change::made("staff.password_changed", employee.subject(), json!({}));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)
    }

    /// Begins a second factor: answers a secret in base 32. Nothing is asked for until a code of it was given
    /// ([`StaffDesk::confirm_second_factor`]). Whoever sits down at an open session and knows the password does not replace the one
    /// that there is.
    pub async fn offer_second_factor(
        &self,
        (limits, client): (&Limits, ClientAddress),
        (actor, employee): (&Actor, &Employee),
        password: SecretString,
        code: Option<&str>,
    ) -> Result<String, Failure> {
        self.require_password(employee, password).await?;
        let secret: [u8; TOTP_SECRET] = rand::random();
        let sealed = self.seals.seal(employee.id, &secret).map_err(Failure::internal)?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        account_store::lock_in(&mut tx, employee.id).await.map_err(database)?;
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let guess = match self.require_code_in(&mut tx, (limits, client), employee.id, code).await {
            Ok(guess) => guess,
            Err(refused) => {
                tx.rollback().await.map_err(database)?;
                if code.is_some() && refused.kind == Kind::Invalid {
                    self.tell_code_refused(limits, actor, employee).await.map_err(database)?;
                }
                return Err(refused);
            }
        };
        let now = self.clock.now();
        account_store::offer_totp_in(&mut tx, employee.id, &sealed, now).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        if let Some(guess) = guess {
            guess.forgive();
        }
        Ok(totp_rs::Secret::from(secret).to_base32())
    }

    async fn tell_code_refused(
        &self,
        limits: &Limits,
        actor: &Actor,
        employee: &Employee,
    ) -> sqlx::Result<()> {
        tracing::info!(employee.id = %employee.id, client.address = %actor.origin.address, "a code of a second factor was refused");
        if !limits.is_code_worth_a_row(employee.id) {
            return Ok(());
        }
        let change = Change::made("staff.second_factor_refused", employee.subject(), json!({}));
        self.tell_in(&mut *self.pool.acquire().await?, actor, change).await
    }

    /// Takes a code of the second factor, where the account has one; past the limit a right one is wrong as well.
    async fn require_code_in<'a>(
        &self,
        conn: &mut PgConnection,
        (limits, client): (&'a Limits, ClientAddress),
        id: EmployeeId,
        code: Option<&str>,
    ) -> Result<Option<Guess<'a>>, Failure> {
        let secrets = account_store::own_secrets(conn, id).await.map_err(database)?;
        let Some(sealed) = secrets.totp_secret else { return Ok(None) };
        let code = code.ok_or_else(wrong_code)?;
        let guess = limits.code(client, id).ok_or_else(wrong_code)?;
        // Whether a recovery code is one of the account's is seen as it is used.
        let proof = self.proof(id, &sealed, code, true)?.ok_or_else(wrong_code)?;
        if proof.use_in(conn, id).await.map_err(database)? { Ok(Some(guess)) } else { Err(wrong_code()) }
    }

    /// Asks for the offered second factor from now on, and ends all sessions but this one. Answers the recovery codes,
    /// which are shown once.
    pub async fn confirm_second_factor(
        &self,
        (limits, client): (&Limits, ClientAddress),
        actor: &Actor,
        (employee, session): (&Employee, &Session),
        code: &str,
    ) -> Result<Vec<String>, Failure> {
        let codes: Vec<_> = std::iter::repeat_with(secret::readable).take(RECOVERY_CODES).collect();
        let hashes: Vec<_> =
            codes.iter().filter_map(|code| secret::recovery_hash(code)).map(Vec::from).collect();
        let mut tx = self.pool.begin().await.map_err(database)?;
        account_store::lock_in(&mut tx, employee.id).await.map_err(database)?;
        let offered =
            self.offered_in(&mut tx, employee.id).await.map_err(database)?.ok_or_else(wrong_code)?;
        let opened = self.seals.open(employee.id, &offered).map_err(|_| wrong_code())?;
        let guess = limits.code(client, employee.id);
        let step = totp_step(&opened.secret, code.trim(), self.clock.now())?;
        let Some((step, guess)) = step.zip(guess) else {
            tx.rollback().await.map_err(database)?;
            self.tell_code_refused(limits, actor, employee).await.map_err(database)?;
            return Err(wrong_code());
        };
        account_store::set_totp_in(&mut tx, employee.id, Some(&offered), step).await.map_err(database)?;
        account_store::set_recovery_codes_in(&mut tx, employee.id, &hashes).await.map_err(database)?;
        store::close_all_in(&mut tx, employee.id, Some(session.hash())).await.map_err(database)?;
        let change = Change::made("staff.second_factor_set", employee.subject(), json!({}));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        guess.forgive();
        Ok(codes)
    }

    /// The second factor that waits for a code of it.
    async fn offered_in(&self, conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<Option<Vec<u8>>> {
        let secrets = account_store::own_secrets(conn, id).await?;
        let since = self.clock.now() - OFFER;
        Ok(secrets.totp_offered.filter(|_| secrets.totp_offered_at.is_some_and(|at| at > since)))
    }

    /// The hash of the employee's password, once it was given.
    async fn require_password(&self, employee: &Employee, given: SecretString) -> Result<String, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        let stored =
            account_store::own_secrets(&mut conn, employee.id).await.map_err(database)?.password_hash;
        drop(conn);
        if self.hasher.verify(given, Some(stored.clone())).await? {
            return Ok(stored);
        }
        Err(wrong_password())
    }
}

fn wrong_password() -> Failure {
    Failure::invalid_field("password", "form.validation.wrongPassword", "the password is wrong")
}

fn wrong_code() -> Failure {
    Failure::invalid_field("code", "form.validation.code", "the code is not the present one")
}
