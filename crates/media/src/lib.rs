//! Where the shop's pictures are kept: a folder, or a bucket of one server that speaks S3, which the settings name and nobody
//! else. Every question has a limit of time and is counted: `souk_media_requests_total{operation,outcome}`,
//! `souk_media_request_seconds{operation}`.

mod config;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    BackoffConfig, ClientOptions, GetResult, ObjectStore, ObjectStoreExt as _, PutPayload, RetryConfig,
};
use secrecy::ExposeSecret as _;

pub use config::MediaConfig;

/// Longest wait for an answer, tries of it included; a call of staff may take eight seconds.
const LONGEST: Duration = Duration::from_secs(6);
/// The same for a picture that a page shows. Envoy gives each of two tries five seconds; what it cuts off is told as a 504 and
/// counted nowhere.
const LONGEST_READ: Duration = Duration::from_secs(4);
/// Until a connection is there.
const CONNECT: Duration = Duration::from_secs(2);
/// Between two pieces of a picture on its way. All of it has no limit: a slow phone takes its time.
const STALLED: Duration = Duration::from_secs(5);
/// Further tries of a question that failed.
const RETRIES: usize = 2;
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The shop's pictures. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pictures {
    store: Arc<dyn ObjectStore>,
}

/// Why a picture could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no such picture")]
    Missing,
    #[error("no answer within {} s", .0.as_secs())]
    Late(Duration),
    #[error("the pictures' store failed")]
    Failed(#[source] object_store::Error),
}

impl Pictures {
    /// Opens a folder, which is made when it is missing, or a bucket, which is asked for nothing yet: a server that is away
    /// makes pictures fail, not the start.
    pub fn open(config: &MediaConfig) -> anyhow::Result<Self> {
        let store = if let Some(folder) = config.media_url.strip_prefix("file://") {
            open_folder(folder)?
        } else if let Some(place) = config.media_url.strip_prefix("s3://") {
            open_bucket(place, config)?
        } else {
            bail!("SOUK_MEDIA_URL begins with file:// or s3://");
        };
        Ok(Self { store })
    }

    /// Stores a picture; one that is there under this name is replaced.
    pub async fn put(&self, path: &Path, content: Vec<u8>) -> Result<(), Error> {
        measured("put", LONGEST, self.store.put(path, PutPayload::from(content))).await.map(drop)
    }

    /// The picture, of which nothing but its size is read yet.
    pub async fn get(&self, path: &Path) -> Result<GetResult, Error> {
        measured("get", LONGEST_READ, self.store.get(path)).await
    }

    /// Whether the picture is there.
    pub async fn find(&self, path: &Path) -> Result<(), Error> {
        measured("find", LONGEST_READ, self.store.head(path)).await.map(drop)
    }

    /// Takes a picture away; one that is gone is no error.
    pub async fn delete(&self, path: &Path) -> Result<(), Error> {
        match measured("delete", LONGEST, self.store.delete(path)).await {
            Err(Error::Missing) => Ok(()),
            result => result,
        }
    }
}

fn open_folder(folder: &str) -> anyhow::Result<Arc<dyn ObjectStore>> {
    std::fs::create_dir_all(folder).with_context(|| format!("can't make {folder}"))?;
    Ok(Arc::new(LocalFileSystem::new_with_prefix(folder)?))
}

/// `place` is `bucket` or `bucket/prefix`.
fn open_bucket(place: &str, config: &MediaConfig) -> anyhow::Result<Arc<dyn ObjectStore>> {
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    ensure!(!bucket.is_empty(), "SOUK_MEDIA_URL names no bucket: s3://bucket/prefix");
    let prefix = Path::parse(prefix).context("the prefix in SOUK_MEDIA_URL")?;
    let key = config.media_key_id.as_deref().context("SOUK_MEDIA_KEY_ID is missing")?;
    let secret = config.media_secret_key.as_ref().context("SOUK_MEDIA_SECRET_KEY is missing")?;
    // Whoever came first: all of ours are ring.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(config.media_region.as_str())
        .with_access_key_id(key)
        .with_secret_access_key(secret.expose_secret())
        .with_virtual_hosted_style_request(false)
        // Not every server takes many at once.
        .with_disable_bulk_delete(true)
        .with_retry(RetryConfig {
            backoff: BackoffConfig { max_backoff: LONGEST_PAUSE, ..BackoffConfig::default() },
            max_retries: RETRIES,
            retry_timeout: LONGEST,
        })
        .with_client_options(client_options(config));
    if let Some(endpoint) = &config.media_endpoint {
        builder = builder.with_endpoint(endpoint.as_str());
    }
    let store = builder.build().context("opening the bucket of SOUK_MEDIA_URL")?;
    if prefix.as_ref().is_empty() {
        return Ok(Arc::new(store));
    }
    Ok(Arc::new(PrefixStore::new(store, prefix)))
}

fn client_options(config: &MediaConfig) -> ClientOptions {
    let is_plain = config.media_endpoint.as_deref().is_some_and(|endpoint| endpoint.starts_with("http://"));
    ClientOptions::new()
        .with_allow_http(is_plain)
        .with_timeout_disabled()
        .with_connect_timeout(CONNECT)
        .with_read_timeout(STALLED)
}

/// Within the limit of time, and counted.
async fn measured<T>(
    operation: &'static str,
    longest: Duration,
    work: impl Future<Output = object_store::Result<T>>,
) -> Result<T, Error> {
    let started = Instant::now();
    let result = match tokio::time::timeout(longest, work).await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(object_store::Error::NotFound { .. })) => Err(Error::Missing),
        Ok(Err(error)) => Err(Error::Failed(error)),
        Err(_) => Err(Error::Late(longest)),
    };
    let outcome = match &result {
        Ok(_) => "ok",
        Err(Error::Missing) => "missing",
        Err(Error::Late(_) | Error::Failed(_)) => "failed",
    };
    metrics::counter!("souk_media_requests_total", "operation" => operation, "outcome" => outcome)
        .increment(1);
    metrics::histogram!("souk_media_request_seconds", "operation" => operation).record(started.elapsed());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(url: &str) -> MediaConfig {
        MediaConfig {
            media_endpoint: Some("http://127.0.0.1:9".to_owned()),
            media_key_id: Some("souk".to_owned()),
            media_secret_key: Some("9f2c5a7be0d148634f1e7c9ab2d05836e1f4a7c90b3d6258".to_owned().into()),
            ..MediaConfig::at(url)
        }
    }

    fn refused(config: &MediaConfig) -> String {
        Pictures::open(config).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[tokio::test]
    async fn a_folder_keeps_pictures_and_says_which_are_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("file://{}", folder.path().join("media").display());
        let pictures = Pictures::open(&MediaConfig::at(url)).expect("opens");
        let path = Path::from("shop/ab-160.jpg");
        pictures.put(&path, b"a cup".to_vec()).await.expect("stored");
        pictures.find(&path).await.expect("there");
        let read = pictures.get(&path).await.expect("there").bytes().await.expect("read");
        assert_eq!(read, bytes::Bytes::from_static(b"a cup"));
        pictures.delete(&path).await.expect("deleted");
        pictures.delete(&path).await.expect("gone already");
        assert!(matches!(pictures.get(&path).await, Err(Error::Missing)));
    }

    #[tokio::test]
    async fn a_bucket_is_opened_without_its_server_and_fails_without_it() {
        let pictures = Pictures::open(&bucket("s3://souk/media")).expect("opens");
        let found = pictures.find(&Path::from("shop/ab-160.jpg")).await;
        assert!(matches!(found, Err(Error::Failed(_) | Error::Late(_))), "{found:?}");
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_told_as_late_before_the_front_door_gives_up() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("binds");
        let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
        let config = MediaConfig { media_endpoint: Some(endpoint), ..bucket("s3://souk/media") };
        let pictures = Pictures::open(&config).expect("opens");
        let started = Instant::now();
        let found = pictures.get(&Path::from("shop/ab-160.jpg")).await;
        assert!(matches!(found, Err(Error::Late(LONGEST_READ))), "{found:?}");
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "Envoy's limit of a try: {:?}",
            started.elapsed()
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(refused(&MediaConfig::at("ftp://souk")).contains("SOUK_MEDIA_URL"));
        assert!(refused(&bucket("s3:///media")).contains("names no bucket"));
        let without_key = MediaConfig { media_key_id: None, ..bucket("s3://souk") };
        assert!(refused(&without_key).contains("SOUK_MEDIA_KEY_ID"));
        let without_secret = MediaConfig { media_secret_key: None, ..bucket("s3://souk") };
        assert!(refused(&without_secret).contains("SOUK_MEDIA_SECRET_KEY"));
    }

    #[test]
    fn production_asks_s3_encrypted_and_with_a_secret() {
        let said = |config: &MediaConfig| {
            let mut faults = souk_service::Faults::new(&[]);
            config.faults(&mut faults);
            faults.into_result().map_or_else(|error| error.to_string(), |()| String::new())
        };
        assert_eq!(said(&bucket("s3://souk")), "");
        let elsewhere =
            |endpoint: &str| MediaConfig { media_endpoint: Some(endpoint.to_owned()), ..bucket("s3://souk") };
        assert_eq!(said(&elsewhere("https://s3.shop.dz")), "");
        assert!(said(&elsewhere("http://s3.shop.dz")).contains("SOUK_MEDIA_ENDPOINT is an unencrypted link"));
        let short = MediaConfig { media_secret_key: Some("short".to_owned().into()), ..bucket("s3://souk") };
        assert!(said(&short).contains("SOUK_MEDIA_SECRET_KEY is short"));
    }
}
