//! Pictures in a bucket of a real server that speaks S3. `SOUK_S3_URL` names it, `http://key:secret@host:port/bucket`; without it
//! these do nothing.

use object_store::path::Path;
use souk_catalog::media::{Media, MediaConfig, MediaError};
use souk_media::{Error, Pictures};
use uuid::Uuid;

use crate::support::png;

/// Where the server is, each time under a prefix of its own; with another endpoint where one is given.
fn bucket(endpoint: Option<&str>) -> Option<MediaConfig> {
    let url = std::env::var("SOUK_S3_URL").ok()?;
    let (scheme, rest) = url.split_once("://").expect("a scheme");
    let (credentials, place) = rest.split_once('@').expect("a key and its secret");
    let (key, secret) = credentials.split_once(':').expect("a secret");
    let (host, bucket) = place.split_once('/').expect("a bucket");
    Some(MediaConfig {
        media_endpoint: Some(endpoint.map_or_else(|| format!("{scheme}://{host}"), str::to_owned)),
        media_key_id: Some(key.to_owned()),
        media_secret_key: Some(secret.to_owned().into()),
        ..MediaConfig::at(format!("s3://{bucket}/{}", Uuid::now_v7()))
    })
}

#[tokio::test]
async fn pictures_are_stored_found_and_taken_away() {
    let Some(config) = bucket(None) else { return };
    let media = Media::new(&config).expect("opens");
    let sizes = media.store_for_shop(png(1)).await.expect("stored");
    assert_eq!(sizes.len(), 3);
    // As the gateway reads them.
    let pictures = Pictures::open(&config).expect("opens");
    for size in &sizes {
        let path = Path::from(size.url.trim_start_matches("/media/"));
        pictures.find(&path).await.expect("there");
        let found = pictures.get(&path).await.expect("there");
        let announced = found.meta.size;
        let content = found.bytes().await.expect("read");
        assert_eq!((u64::try_from(content.len()).ok(), &content[..2]), (Some(announced), &[0xFF, 0xD8][..]));
    }
    assert_eq!(media.store_for_shop(png(1)).await.expect("again"), sizes, "the same bytes are one picture");
    media.remove(&sizes).await.expect("removed");
    media.remove(&sizes).await.expect("gone already");
    let path = Path::from(sizes[0].url.trim_start_matches("/media/"));
    assert!(matches!(pictures.get(&path).await, Err(Error::Missing)));
    assert!(matches!(pictures.find(&path).await, Err(Error::Missing)));
}

#[tokio::test]
async fn a_store_that_is_away_refuses_within_its_limit() {
    let Some(config) = bucket(Some("http://127.0.0.1:9")) else { return };
    let media = Media::new(&config).expect("opens");
    assert!(matches!(media.store_for_shop(png(1)).await, Err(MediaError::Storage(_))));
}

#[tokio::test]
async fn a_wrong_key_stores_nothing() {
    let Some(config) = bucket(None) else { return };
    let wrong = MediaConfig {
        media_key_id: Some("nobody".to_owned()),
        media_secret_key: Some("nothing".to_owned().into()),
        ..config
    };
    let media = Media::new(&wrong).expect("opens");
    assert!(matches!(media.store_for_shop(png(1)).await, Err(MediaError::Storage(_))));
}
