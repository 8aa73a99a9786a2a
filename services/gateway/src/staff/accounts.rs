//! What an administrator, or whoever runs the shop, does with accounts.

use secrecy::SecretString;
use serde_json::json;
use souk_audit::Change;
use souk_kernel::EmployeeId;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{
    AccountEdit, AccountFilter, AccountRow, Employee, NewEmployee, Session, SessionRow, fold,
};
use super::{IDLE, StaffDesk, account_store, secret, store};

impl StaffDesk {
    pub async fn list(&self, filter: &AccountFilter) -> Result<(Vec<AccountRow>, u64), Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        account_store::list(&mut conn, filter).await.map_err(database)
    }

    /// An account with its open sessions; `own` is the one that asks.
    pub async fn account(
        &self,
        id: EmployeeId,
        own: &Session,
    ) -> Result<(AccountRow, Vec<SessionRow>), Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        let account = account_store::find(&mut conn, id).await.map_err(database)?.ok_or_else(unknown)?;
        Ok((account, self.open_sessions(&mut conn, id, own).await?))
    }

    /// Who somebody is and what they may now; None once their account is switched off.
    pub async fn active(&self, id: EmployeeId) -> sqlx::Result<Option<Employee>> {
        let account = account_store::find(&mut *self.pool.acquire().await?, id).await?;
        Ok(account.filter(|account| account.active).map(|account| account.employee.acting()))
    }

    /// Makes an account, with a password that its owner replaces when they first sign in.
    pub async fn create(
        &self,
        actor: &Actor,
        new: NewEmployee,
    ) -> Result<(EmployeeId, SecretString), Failure> {
        let password = temporary_password();
        let new = NewEmployee { password: password.clone(), password_is_temporary: true, ..new }.checked()?;
        let hash = self.hasher.hash(password.clone()).await?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        let id = self.insert_in(&mut tx, actor, &new, &hash).await.map_err(database)?.ok_or_else(taken)?;
        tx.commit().await.map_err(database)?;
        Ok((id, password))
    }

    /// Adds an account, or switches the one with this address on with a new name, roles and password, and warehouses where some are
    /// given: none would mean all.
    pub async fn add(&self, actor: &Actor, new: NewEmployee) -> Result<EmployeeId, Failure> {
        let new = new.checked()?;
        let hash = self.hasher.hash(new.password.clone()).await?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        let id = self.put_in(&mut tx, actor, new, &hash).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        Ok(id)
    }

    async fn put_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        new: NewEmployee,
        hash: &str,
    ) -> sqlx::Result<EmployeeId> {
        if let Some(id) = self.insert_in(tx, actor, &new, hash).await? {
            return Ok(id);
        }
        let id = account_store::id_of(tx, &new.email).await?.ok_or(sqlx::Error::RowNotFound)?;
        let mut account = account_store::lock_in(tx, id).await?.ok_or(sqlx::Error::RowNotFound)?;
        let before = account.facts();
        let NewEmployee { name, roles, warehouses, .. } = new;
        let warehouses = Some(warehouses).filter(|given| !given.is_empty());
        AccountEdit { name: Some(name), roles: Some(roles), warehouses, active: Some(true) }
            .apply(&mut account);
        account_store::update_in(tx, &account).await?;
        account_store::set_password_in(tx, id, hash, new.password_is_temporary).await?;
        store::close_all_in(tx, id, None).await?;
        let subject = account.employee.subject();
        let mut after = account.facts();
        after["password"] = json!("changed");
        self.tell_in(tx, actor, Change::between("staff.account_changed", subject, before, after)).await?;
        Ok(id)
    }

    /// None when the address has an account.
    async fn insert_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        new: &NewEmployee,
        hash: &str,
    ) -> sqlx::Result<Option<EmployeeId>> {
        let id = EmployeeId::new(&*self.clock);
        if !account_store::insert_in(tx, id, new, hash, self.clock.now()).await? {
            return Ok(None);
        }
        let subject = souk_audit::Subject::new("employee", id, new.name.clone());
        self.tell_in(tx, actor, Change::made("staff.account_added", subject, new.facts())).await?;
        Ok(Some(id))
    }

    /// Applies an edit made on `version`. Who is switched off is signed out; the last administrator stays one.
    pub async fn update(
        &self,
        actor: &Actor,
        id: EmployeeId,
        version: u64,
        edit: AccountEdit,
    ) -> Result<(), Failure> {
        let edit = edit.checked()?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        // Before the account itself, so that two edits take their locks in one order.
        let admins = account_store::lock_admins_in(&mut tx).await.map_err(database)?;
        let mut account = account_store::lock_in(&mut tx, id).await.map_err(database)?.ok_or_else(unknown)?;
        if account.version != version {
            return Err(Failure::conflict("staff.stale_version", "somebody else changed the account"));
        }
        let before = account.facts();
        edit.apply(&mut account);
        if before == account.facts() {
            return Ok(());
        }
        if !account.is_admin() && admins == [id] {
            return Err(last_admin());
        }
        account_store::update_in(&mut tx, &account).await.map_err(database)?;
        if !account.active {
            store::close_all_in(&mut tx, id, None).await.map_err(database)?;
        }
        let subject = account.employee.subject();
        let change = Change::between("staff.account_changed", subject, before, account.facts());
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)
    }

    /// Gives the account a password that its owner replaces when they next sign in, and signs them out.
    pub async fn reset_password(&self, actor: &Actor, id: EmployeeId) -> Result<SecretString, Failure> {
        let password = temporary_password();
        let hash = self.hasher.hash(password.clone()).await?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        let account = account_store::lock_in(&mut tx, id).await.map_err(database)?.ok_or_else(unknown)?;
        account_store::set_password_in(&mut tx, id, &hash, true).await.map_err(database)?;
        store::close_all_in(&mut tx, id, None).await.map_err(database)?;
        let change = Change::made("staff.password_reset", account.employee.subject(), json!({}));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        Ok(password)
    }

    /// Takes the second factor off an account whose owner lost it, and signs them out.
    pub async fn reset_second_factor(&self, actor: &Actor, id: EmployeeId) -> Result<(), Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        let account = account_store::lock_in(&mut tx, id).await.map_err(database)?.ok_or_else(unknown)?;
        account_store::set_totp_in(&mut tx, id, None, 0).await.map_err(database)?;
        account_store::set_recovery_codes_in(&mut tx, id, &[]).await.map_err(database)?;
        store::close_all_in(&mut tx, id, None).await.map_err(database)?;
        let change = Change::made("staff.second_factor_reset", account.employee.subject(), json!({}));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)
    }

    /// Ends one session of an employee.
    pub async fn end_session(&self, actor: &Actor, id: EmployeeId, session: Uuid) -> Result<(), Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        let account = account_store::find(&mut tx, id).await.map_err(database)?.ok_or_else(unknown)?;
        if !store::close_one_in(&mut tx, id, session).await.map_err(database)? {
            return Err(Failure::not_found("staff.unknown_session", "this session is over"));
        }
        let change =
            Change::made("staff.session_ended", account.employee.subject(), json!({ "session": session }));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)
    }

    /// Gives the account of an address a second factor at once, for whoever runs the shop; answers its secret in base 32.
    /// None when there is no such account.
    pub async fn enrol_totp(&self, actor: &Actor, email: &str) -> Result<Option<String>, Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        let Some(id) = account_store::id_of(&mut tx, &fold(email)).await.map_err(database)? else {
            return Ok(None);
        };
        let account = account_store::lock_in(&mut tx, id).await.map_err(database)?.ok_or_else(unknown)?;
        let secret: [u8; super::TOTP_SECRET] = rand::random();
        let sealed = self.seals.seal(id, &secret).map_err(Failure::internal)?;
        account_store::set_totp_in(&mut tx, id, Some(&sealed), 0).await.map_err(database)?;
        account_store::set_recovery_codes_in(&mut tx, id, &[]).await.map_err(database)?;
        store::close_all_in(&mut tx, id, None).await.map_err(database)?;
        let change = Change::made("staff.second_factor_set", account.employee.subject(), json!({}));
        self.tell_in(&mut tx, actor, change).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        Ok(Some(totp_rs::Secret::from(secret).to_base32()))
    }

    /// Seals the second factors anew that another secret of the shop sealed than the present one: it may go afterwards. How many.
    pub async fn renew_seals(&self) -> Result<usize, Failure> {
        let mut renewed = 0;
        let mut conn = self.pool.acquire().await.map_err(database)?;
        for (id, stored) in account_store::second_factors(&mut conn).await.map_err(database)? {
            match self.seals.open(id, &stored) {
                Ok(opened) if opened.is_stale => {
                    let sealed = self.seals.seal(id, &opened.secret).map_err(Failure::internal)?;
                    account_store::renew_seal_in(&mut conn, id, &stored, &sealed).await.map_err(database)?;
                    renewed += 1;
                }
                Ok(_) => {}
                Err(error) => tracing::error!(staff.id = %id, "{error} (RUNBOOK)"),
            }
        }
        Ok(renewed)
    }

    pub(super) async fn open_sessions(
        &self,
        conn: &mut PgConnection,
        id: EmployeeId,
        own: &Session,
    ) -> Result<Vec<SessionRow>, Failure> {
        let now = self.clock.now();
        store::sessions(conn, id, own.hash(), now, now - IDLE).await.map_err(database)
    }
}

/// Nobody but its receiver has to remember it, and that once.
fn temporary_password() -> SecretString {
    secret::readable().into()
}

fn unknown() -> Failure {
    Failure::not_found("staff.unknown_account", "there is no such account")
}

fn taken() -> Failure {
    Failure::conflict("staff.taken", "this address has an account")
}

fn last_admin() -> Failure {
    let text = "the shop would have nobody left who may look after its accounts";
    Failure::new(Kind::Precondition, "staff.last_admin", text)
}

fn database(error: sqlx::Error) -> Failure {
    souk_database::failure(error)
}
