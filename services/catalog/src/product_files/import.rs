//! A product of a file, made or changed as the forms do.

use souk_kernel::{Changed, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_rpc::{Actor, Failure, Kind, Violations};

use super::before::Before;
use super::wanted::{self, Filing};
use super::{ProductFiles, Run, store};
use crate::products::{
    self, Product, ProductError, asked_edit, check_distinct, new_product, wanted_combinations,
};
use crate::{attributes, remote_pictures};

impl ProductFiles {
    /// What becomes of a product of a file; fails where nobody can say, as when the database is away.
    pub async fn import(
        &self,
        actor: &Actor,
        wanted: &proto::FileProduct,
        run: Run,
    ) -> Result<proto::ImportedProduct, Failure> {
        let mut taken = self.take(actor, wanted, run).await;
        // Somebody saved it meanwhile: what the file says goes over that, too.
        if taken.as_ref().is_err_and(|failure| failure.code == "catalog.stale_version") {
            taken = self.take(actor, wanted, run).await;
        }
        let (outcome, faults) = match taken {
            Ok(outcome) => (outcome, Vec::new()),
            Err(failure) if is_refusal(failure.kind) => (Outcome::Refused, faults(failure)),
            Err(failure) => return Err(failure),
        };
        Ok(proto::ImportedProduct { outcome: outcome.into(), faults })
    }

    async fn take(&self, actor: &Actor, wanted: &proto::FileProduct, run: Run) -> Result<Outcome, Failure> {
        let mut conn = self.context.pool.acquire().await.map_err(souk_database::failure)?;
        let mut found = Violations::default();
        let new_id = found.id::<ProductId>("newId", &wanted.new_id);
        let id = found.optional_id::<ProductId>("id", &wanted.id);
        let reference = self.reference.newest(&mut conn).await.map_err(souk_database::failure)?;
        let filing = Filing::of(wanted, &reference, &mut found);
        wanted::check_pictures(wanted, &mut found);
        found.into_result("invalid_request")?;
        let ids: Vec<_> = id.into_iter().chain(new_id).map(ProductId::uuid).collect();
        let named = store::named(&mut conn, &ids, wanted).await.map_err(souk_database::failure)?;
        let Some(product) = named else {
            let used = wanted.combinations.iter().any(|own| !own.options.is_empty());
            let attributes = if used { attributes::all(&mut conn).await } else { Ok(Vec::new()) };
            let attributes = attributes.map_err(souk_database::failure)?;
            drop(conn);
            let clock = self.context.clock.as_ref();
            let request = wanted::new(wanted, filing, &attributes, clock)?;
            let product = new_product(request, clock.now())?;
            check_distinct(&product.combinations).map_err(ProductError::from)?;
            self.make(actor, (&product, wanted.line), run).await?;
            return self.want_pictures(actor, &product, wanted, run, Outcome::Made).await;
        };
        let product = products::load(&mut conn, &[product]).await.map_err(souk_database::failure)?.pop();
        drop(conn);
        let product = product.ok_or(ProductError::Unknown)?;
        let changed = self.change(actor, &product, (wanted, filing), run).await?;
        let outcome = match changed {
            _ if Some(product.id) == new_id => Outcome::Made,
            Changed::Yes => Outcome::Changed,
            Changed::Already => Outcome::Same,
        };
        self.want_pictures(actor, &product, wanted, run, outcome).await
    }

    async fn make(
        &self,
        actor: &Actor,
        (product, line): (&Product, u32),
        run: Run,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let made = self.products.create_in(&mut tx, actor, product).await?;
        if made == Changed::Already || run.check_only {
            return Ok(());
        }
        if let Some(import) = run.import {
            if store::is_taken_back(&mut tx, import.0, product.id).await? {
                return Err(ProductError::Stale(product.version));
            }
            let now = self.context.clock.now();
            store::note_in(&mut tx, import, (product.id, line), None, product.version, now).await?;
        }
        self.products.commit(tx, product.id).await?;
        Ok(())
    }

    /// Notes the pictures that a file names of a product; of one that is the same but for them, they are a change.
    async fn want_pictures(
        &self,
        actor: &Actor,
        product: &Product,
        wanted: &proto::FileProduct,
        run: Run,
        outcome: Outcome,
    ) -> Result<Outcome, Failure> {
        let named = wanted::pictures(product, wanted);
        let Some(import) = run.import.filter(|_| !named.is_empty()) else { return Ok(outcome) };
        let now = self.context.clock.now();
        let wants = async {
            let mut tx = self.context.pool.begin().await?;
            if store::is_taken_back(&mut tx, import.0, product.id).await? {
                return Ok(outcome);
            }
            let is_change = outcome == Outcome::Same
                && remote_pictures::is_wanting(&mut tx, import.0, product.id, &named).await?;
            if !run.check_only {
                remote_pictures::want(&mut tx, (import.0, product.id), actor, &named, now).await?;
                if is_change {
                    let before = Before::of(product);
                    let (of, before) = ((product.id, wanted.line), Some((&before, product.version)));
                    store::note_in(&mut tx, import, of, before, product.version, now).await?;
                }
                tx.commit().await?;
            }
            Ok(if is_change { Outcome::Changed } else { outcome })
        };
        wants.await.map_err(souk_database::failure)
    }

    /// Itself, then its combinations, together or not at all.
    async fn change(
        &self,
        actor: &Actor,
        product: &Product,
        (wanted, filing): (&proto::FileProduct, Filing),
        run: Run,
    ) -> Result<Changed, Failure> {
        let (id, version, edit) = asked_edit(wanted::edit(product, wanted, filing))?;
        let combinations = wanted::combinations(product, &wanted.combinations)?;
        let combinations = combinations.map(wanted_combinations).transpose()?;
        let mut tx = self.context.pool.begin().await.map_err(souk_database::failure)?;
        let edited = self.products.update_in(&mut tx, actor, (id, version), edit).await?;
        let mut now_at = version + u64::from(edited == Changed::Yes);
        if let Some((_, _, combinations)) = combinations {
            let combined = self.products.combine_in(&mut tx, actor, (id, now_at), combinations).await?;
            now_at += u64::from(combined == Changed::Yes);
        }
        if now_at == version {
            return Ok(Changed::Already);
        }
        if !run.check_only {
            if let Some(import) = run.import {
                let taken_back = store::is_taken_back(&mut tx, import.0, id).await;
                if taken_back.map_err(souk_database::failure)? {
                    return Err(ProductError::Stale(now_at).into());
                }
                let (before, now) = (Before::of(product), self.context.clock.now());
                let (of, before) = ((id, wanted.line), Some((&before, version)));
                let noted = store::note_in(&mut tx, import, of, before, now_at, now).await;
                noted.map_err(souk_database::failure)?;
            }
            self.products.commit(tx, id).await.map_err(souk_database::failure)?;
        }
        Ok(Changed::Yes)
    }
}

/// Whether it is about the product, and would be the same a second later.
pub fn is_refusal(kind: Kind) -> bool {
    matches!(kind, Kind::Invalid | Kind::NotFound | Kind::Conflict | Kind::Precondition)
}

fn faults(mut failure: Failure) -> Vec<proto::ImportFault> {
    if failure.violations.is_empty() {
        let field = failure.metadata.remove("field").unwrap_or_default();
        return vec![proto::ImportFault { code: failure.code.into_owned(), field }];
    }
    let faults = failure.violations.into_iter();
    faults.map(|one| proto::ImportFault { code: one.key.into_owned(), field: one.field }).collect()
}
