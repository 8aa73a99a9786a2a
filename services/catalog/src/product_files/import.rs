//! A product of a file, made or changed as the forms do.

use souk_kernel::{Changed, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_rpc::{Actor, Failure, Kind, Violations};

use super::wanted::{self, Filing};
use super::{ProductFiles, store};
use crate::attributes;
use crate::products::{
    self, Product, ProductError, asked_edit, check_distinct, new_product, wanted_combinations,
};

impl ProductFiles {
    /// What becomes of a product of a file; fails where nobody can say, as when the database is away.
    pub async fn import(
        &self,
        actor: &Actor,
        wanted: &proto::FileProduct,
        check_only: bool,
    ) -> Result<proto::ImportedProduct, Failure> {
        let mut taken = self.take(actor, wanted, check_only).await;
        // Somebody saved it meanwhile: what the file says goes over that, too.
        if taken.as_ref().is_err_and(|failure| failure.code == "catalog.stale_version") {
            taken = self.take(actor, wanted, check_only).await;
        }
        let (outcome, faults) = match taken {
            Ok(outcome) => (outcome, Vec::new()),
            Err(failure) if is_refusal(failure.kind) => (Outcome::Refused, faults(failure)),
            Err(failure) => return Err(failure),
        };
        Ok(proto::ImportedProduct { outcome: outcome.into(), faults })
    }

    async fn take(
        &self,
        actor: &Actor,
        wanted: &proto::FileProduct,
        check_only: bool,
    ) -> Result<Outcome, Failure> {
        let mut conn = self.context.pool.acquire().await.map_err(souk_database::failure)?;
        let mut found = Violations::default();
        let new_id = found.id::<ProductId>("newId", &wanted.new_id);
        let id = found.optional_id::<ProductId>("id", &wanted.id);
        let reference = self.reference.newest(&mut conn).await.map_err(souk_database::failure)?;
        let filing = Filing::of(wanted, &reference, &mut found);
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
            self.make(actor, &product, check_only).await?;
            return Ok(Outcome::Made);
        };
        let product = products::load(&mut conn, &[product]).await.map_err(souk_database::failure)?.pop();
        drop(conn);
        let product = product.ok_or(ProductError::Unknown)?;
        let changed = self.change(actor, &product, (wanted, filing), check_only).await?;
        Ok(match changed {
            _ if Some(product.id) == new_id => Outcome::Made,
            Changed::Yes => Outcome::Changed,
            Changed::Already => Outcome::Same,
        })
    }

    async fn make(&self, actor: &Actor, product: &Product, check_only: bool) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let made = self.products.create_in(&mut tx, actor, product).await?;
        if made == Changed::Yes && !check_only {
            self.products.commit(tx, product.id).await?;
        }
        Ok(())
    }

    /// Itself, then its combinations, together or not at all.
    async fn change(
        &self,
        actor: &Actor,
        product: &Product,
        (wanted, filing): (&proto::FileProduct, Filing),
        check_only: bool,
    ) -> Result<Changed, Failure> {
        let (id, version, edit) = asked_edit(wanted::edit(product, wanted, filing))?;
        let combinations = wanted::combinations(product, &wanted.combinations)?;
        let combinations = combinations.map(wanted_combinations).transpose()?;
        let mut tx = self.context.pool.begin().await.map_err(souk_database::failure)?;
        let mut changed = self.products.update_in(&mut tx, actor, (id, version), edit).await?;
        if let Some((_, _, combinations)) = combinations {
            let version = version + u64::from(changed == Changed::Yes);
            let combined = self.products.combine_in(&mut tx, actor, (id, version), combinations).await?;
            changed = if combined == Changed::Yes { combined } else { changed };
        }
        if changed == Changed::Yes && !check_only {
            self.products.commit(tx, id).await.map_err(souk_database::failure)?;
        }
        Ok(changed)
    }
}

/// Whether it is about the product, and would be the same a second later.
fn is_refusal(kind: Kind) -> bool {
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
