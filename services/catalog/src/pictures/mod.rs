//! Pictures that are known by their paths alone: of things that other services keep, and in what staff write.

mod rpc;

use serde_json::json;
use souk_audit::{Change, Subject};
use souk_rpc::Actor;

pub use rpc::PicturesRpc;

use crate::context::Context;

/// Notes who put a picture, at this path, into the shop's texts: whoever looks for it there finds it.
async fn note_of_text(context: &Context, actor: &Actor, path: &str) -> sqlx::Result<()> {
    let mut tx = context.pool.begin().await?;
    let made = Change::made(
        "catalog.text_picture_stored",
        Subject::new("picture", "", path),
        json!({ "path": path }),
    );
    context.audit_in(&mut tx, actor, made).await?;
    context.commit(tx).await
}
