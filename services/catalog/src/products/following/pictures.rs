//! Pictures of products from before there were WebP files get theirs in the background, made of the largest JPEG file that is
//! stored: one at a time and some in a minute, so that a big shop takes hours of one processor's spare time and no more memory
//! than an upload. Two processes may take the same picture: they make the same files, and the second changes nothing.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{ImageId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use tokio_util::sync::CancellationToken;

use crate::media::{MediaError, StoredSize};
use crate::products::pictures::lock_in;
use crate::products::{ProductError, Products};

const INTERVAL: Duration = Duration::from_mins(1);
/// Pictures of one round, about a tenth of a processor.
const ROUND: usize = 30;

/// A picture without WebP files.
struct Older {
    image: ImageId,
    product: ProductId,
    sizes: Vec<StoredSize>,
}

impl Products {
    /// Makes WebP files of older pictures until `stop`.
    pub(super) async fn keep_pictures_light(&self, stop: CancellationToken) {
        every(INTERVAL, "make WebP files of older pictures", &stop, || async {
            for _ in 0..ROUND {
                if stop.is_cancelled() || !within(LONGEST_WORK, self.lighten_picture()).await? {
                    break;
                }
            }
            Ok::<_, ProductError>(())
        })
        .await;
    }

    /// Makes those of one picture; whether there was one.
    pub async fn lighten_picture(&self) -> Result<bool, ProductError> {
        let mut conn = self.context.pool.acquire().await?;
        let older = next(&mut conn).await?;
        drop(conn);
        let Some(Older { image, product, sizes }) = older else { return Ok(false) };
        let sizes = match self.media.lightened(&sizes).await {
            Ok(lighter) => lighter,
            // Pictures are away for a while: this one too is tried again.
            Err(MediaError::Storage(error)) if !matches!(error, souk_media::Error::Missing) => {
                return Err(MediaError::Storage(error).into());
            }
            // Whatever is wrong with this one must not keep the others waiting for ever.
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(product.id = %product, image.id = %image, error.cause = cause, "a picture stays without WebP files: its own file is gone or damaged");
                sizes
            }
        };
        let mut tx = self.context.pool.begin().await?;
        lock_in(&mut tx, product).await?;
        if save_in(&mut tx, image, &sizes).await? {
            self.announce_in(&mut tx, &[product.uuid()]).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}

async fn next(conn: &mut PgConnection) -> sqlx::Result<Option<Older>> {
    let row = sqlx::query!(
        r#"SELECT id, product_id, sizes AS "sizes: Json<Vec<StoredSize>>" FROM images
            WHERE NOT webp_tried ORDER BY id LIMIT 1"#
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| Older {
        image: ImageId::from_uuid(row.id),
        product: ProductId::from_uuid(row.product_id),
        sizes: row.sizes.0,
    }))
}

/// `false` where another process was faster, or the picture is gone.
async fn save_in(tx: &mut PgConnection, image: ImageId, sizes: &[StoredSize]) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "UPDATE images SET sizes = $2, webp_tried = true WHERE id = $1 AND NOT webp_tried",
        image.uuid(),
        Json(sizes) as _,
    );
    Ok(saved.execute(tx).await?.rows_affected() == 1)
}
