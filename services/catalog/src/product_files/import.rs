//! A product of a file, made or changed as the forms do.

use std::collections::HashSet;

use souk_kernel::{Changed, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_rpc::{Actor, Failure, Kind, Violations};
use sqlx::PgConnection;
use uuid::Uuid;

use super::before::Before;
use super::filing::{Directory, Filing};
use super::{ProductFiles, Run, store, wanted};
use crate::attributes::{self, Attribute};
use crate::products::{
    self, Edit, Product, ProductError, Wanted, asked_edit, check_distinct, have_room, new_product,
    wanted_combinations,
};
use crate::remote_pictures;

/// What a product of a file names.
struct Named {
    id: Option<ProductId>,
    /// Of what is made where there is none.
    new_id: Option<ProductId>,
    filing: Filing,
}

impl Named {
    fn of(wanted: &proto::FileProduct, directory: &Directory) -> Result<Self, Failure> {
        let mut found = Violations::default();
        let new_id = found.id::<ProductId>("newId", &wanted.new_id);
        let id = found.optional_id::<ProductId>("id", &wanted.id);
        let filing = Filing::of(wanted, directory, &mut found);
        wanted::check_pictures(wanted, &mut found);
        found.into_result("invalid_request")?;
        Ok(Self { id, new_id, filing })
    }
}

impl ProductFiles {
    /// What becomes of products of a file, each at its place; fails where nobody can say, as when the database is away.
    pub async fn import(
        &self,
        actor: &Actor,
        wanted: &[proto::FileProduct],
        run: Run,
    ) -> Result<Vec<proto::ImportedProduct>, Failure> {
        let made = self.make_together(actor, wanted, run).await?;
        let mut imported = Vec::with_capacity(wanted.len());
        for (place, one) in wanted.iter().enumerate() {
            imported.push(if made.contains(&place) {
                proto::ImportedProduct { outcome: Outcome::Made.into(), faults: Vec::new() }
            } else {
                self.import_one(actor, one, run).await?
            });
        }
        Ok(imported)
    }

    async fn import_one(
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

    /// Makes those together that are new and that nothing speaks against; answers their places. What is left is taken one by one: then
    /// it is known which of them is refused, and why.
    async fn make_together(
        &self,
        actor: &Actor,
        wanted: &[proto::FileProduct],
        run: Run,
    ) -> Result<HashSet<usize>, Failure> {
        let mut conn = self.context.pool.acquire().await.map_err(souk_database::failure)?;
        let reference = self.reference.newest(&mut conn).await.map_err(souk_database::failure)?;
        let directory = self.directory(&reference);
        let attributes = self.attributes_of(&mut conn, wanted).await?;
        // What has an id is mostly there.
        let new = |one: &proto::FileProduct| {
            let read = one.id.is_empty().then(|| Named::of(one, &directory).ok()).flatten()?;
            self.new_of(one, read.filing, &attributes).ok()
        };
        let new = distinct(wanted.iter().map(|one| (one, new(one))));
        let products: Vec<&Product> = new.iter().map(|(_, product)| product).collect();
        let unclaimed =
            self.products.unclaimed(&mut conn, &products).await.map_err(souk_database::failure)?;
        drop(conn);
        let new: Vec<(usize, Product)> = new
            .into_iter()
            .enumerate()
            .filter_map(|(at, one)| unclaimed.contains(&at).then_some(one))
            .collect();
        let places = new.iter().map(|(place, _)| *place).collect();
        if run.check_only || new.is_empty() {
            return Ok(places);
        }
        match self.make(actor, new.into_iter().map(|(place, own)| (own, &wanted[place])).collect(), run).await
        {
            Ok(()) => Ok(places),
            Err(failure) if failure.kind == Kind::Unavailable => Err(failure),
            Err(_) => Ok(HashSet::new()),
        }
    }

    /// The product that a file says, if there is none yet.
    fn new_of(
        &self,
        wanted: &proto::FileProduct,
        filing: Filing,
        attributes: &[Attribute],
    ) -> Result<Product, Failure> {
        let clock = self.context.clock.as_ref();
        let product = new_product(wanted::new(wanted, filing, attributes, clock)?, clock.now())?;
        check_distinct(&product.combinations).map_err(ProductError::from)?;
        if !have_room(attributes, &product, clock) {
            return Err(ProductError::TooManyOptions.into());
        }
        Ok(product)
    }

    /// The shop's attributes, where one of the products of a file has combinations of some.
    async fn attributes_of(
        &self,
        conn: &mut PgConnection,
        wanted: &[proto::FileProduct],
    ) -> Result<Vec<Attribute>, Failure> {
        if !wanted.iter().flat_map(|one| &one.combinations).any(|own| !own.options.is_empty()) {
            return Ok(Vec::new());
        }
        attributes::all(conn).await.map_err(souk_database::failure)
    }

    async fn take(&self, actor: &Actor, wanted: &proto::FileProduct, run: Run) -> Result<Outcome, Failure> {
        let mut conn = self.context.pool.acquire().await.map_err(souk_database::failure)?;
        let reference = self.reference.newest(&mut conn).await.map_err(souk_database::failure)?;
        let Named { id, new_id, filing } = Named::of(wanted, &self.directory(&reference))?;
        let ids: Vec<_> = id.into_iter().chain(new_id).map(ProductId::uuid).collect();
        let named = store::named(&mut conn, &ids, wanted).await.map_err(souk_database::failure)?;
        let Some(product) = named else {
            let attributes = self.attributes_of(&mut conn, std::slice::from_ref(wanted)).await?;
            drop(conn);
            let product = self.new_of(wanted, filing, &attributes)?;
            self.make(actor, vec![(product, wanted)], run).await?;
            return Ok(Outcome::Made);
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

    /// New products with the pictures that the file names of them, all or none.
    async fn make(
        &self,
        actor: &Actor,
        new: Vec<(Product, &proto::FileProduct)>,
        run: Run,
    ) -> Result<(), Failure> {
        let (products, said): (Vec<Product>, Vec<&proto::FileProduct>) = new.into_iter().unzip();
        let ids: Vec<Uuid> = products.iter().map(|product| product.id.uuid()).collect();
        let mut tx = self.context.pool.begin().await.map_err(souk_database::failure)?;
        self.products.create_in(&mut tx, actor, products.clone()).await?;
        if run.check_only {
            return Ok(());
        }
        let noted = async {
            let Some((import, portion)) = run.import else { return Ok(true) };
            if store::is_taken_back(&mut tx, import, &ids).await? {
                return Ok(false);
            }
            let now = self.context.clock.now();
            let lines: Vec<i32> =
                said.iter().map(|one| i32::try_from(one.line).unwrap_or(i32::MAX)).collect();
            store::note_made_in(&mut tx, (import, portion), (&ids, &lines), now).await?;
            for (product, said) in products.iter().zip(said) {
                let named = wanted::pictures(product, said);
                if !named.is_empty() {
                    remote_pictures::want(&mut tx, (import, product.id), actor, &named, now).await?;
                }
            }
            Ok(true)
        };
        if !noted.await.map_err(souk_database::failure)? {
            return Err(ProductError::Taken("id").into());
        }
        self.products.commit_all(tx, &ids).await.map_err(souk_database::failure)
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
            if store::is_taken_back(&mut tx, import.0, &[product.id.uuid()]).await? {
                return Ok(outcome);
            }
            let is_change = outcome == Outcome::Same
                && remote_pictures::is_wanting(&mut tx, import.0, product.id, &named).await?;
            if !run.check_only {
                remote_pictures::want(&mut tx, (import.0, product.id), actor, &named, now).await?;
                if is_change {
                    let before = Before::of(product);
                    let (of, before) = ((product.id, wanted.line), (&before, product.version));
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
        if is_so(product, &edit, combinations.as_ref().map(|(_, _, wanted)| wanted)) {
            return Ok(Changed::Already);
        }
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
                let taken_back = store::is_taken_back(&mut tx, import.0, &[id.uuid()]).await;
                if taken_back.map_err(souk_database::failure)? {
                    return Err(ProductError::Stale(now_at).into());
                }
                let (before, now) = (Before::of(product), self.context.clock.now());
                let (of, before) = ((id, wanted.line), (&before, version));
                let noted = store::note_in(&mut tx, import, of, before, now_at, now).await;
                noted.map_err(souk_database::failure)?;
            }
            self.products.commit(tx, id).await.map_err(souk_database::failure)?;
        }
        Ok(Changed::Yes)
    }
}

/// Whether the product is already what it would be made.
fn is_so(product: &Product, edit: &Edit, combinations: Option<&Vec<Wanted>>) -> bool {
    let mut made = product.clone();
    let edited = made.edit(edit.clone(), None);
    let combined = combinations.map_or(Ok(Changed::Already), |wanted| made.combine(wanted.clone(), &[]));
    edited == Ok(Changed::Already) && combined == Ok(Changed::Already)
}

/// The new products, by their places in the file, without those that name what a line before them names: what becomes of them depends
/// on what becomes of that one.
fn distinct<'a>(
    lines: impl Iterator<Item = (&'a proto::FileProduct, Option<Product>)>,
) -> Vec<(usize, Product)> {
    let mut seen = HashSet::new();
    let mut distinct = Vec::new();
    for (place, (wanted, new)) in lines.enumerate() {
        let skus = wanted.combinations.iter().map(|own| &own.sku);
        let names = [&wanted.new_id, &wanted.id, &wanted.slug, &wanted.sku].into_iter().chain(skus);
        let names: HashSet<String> =
            names.chain(new.as_ref().map(|new| &new.slug)).filter(|name| !name.is_empty()).cloned().collect();
        let is_first = seen.is_disjoint(&names);
        seen.extend(names);
        distinct.extend(new.filter(|_| is_first).map(|new| (place, new)));
    }
    distinct
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
