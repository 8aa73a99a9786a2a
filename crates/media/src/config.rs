//! Where pictures are kept, as catalog and the gateway are told it.

use secrecy::SecretString;
use souk_service::Faults;

/// Where pictures are kept.
#[derive(Debug, Clone, clap::Args)]
pub struct MediaConfig {
    /// Where pictures are kept: `file:///folder`, or `s3://bucket` and `s3://bucket/prefix` of a server that speaks S3.
    #[arg(long, env = "SOUK_MEDIA_URL")]
    pub media_url: String,
    /// Address of the server that speaks S3, `https://host:port`; without it that of AWS in the region. Buckets are in the path.
    #[arg(long, env = "SOUK_MEDIA_ENDPOINT")]
    pub media_endpoint: Option<String>,
    /// Region that requests to S3 are signed for.
    #[arg(long, env = "SOUK_MEDIA_REGION", default_value = "us-east-1")]
    pub media_region: String,
    /// Name of the key that S3 is asked with. It may read, write and delete in the bucket.
    #[arg(long, env = "SOUK_MEDIA_KEY_ID")]
    pub media_key_id: Option<String>,
    /// The key's secret.
    #[arg(long, env = "SOUK_MEDIA_SECRET_KEY", hide_env_values = true)]
    pub media_secret_key: Option<SecretString>,
}

impl MediaConfig {
    /// At an address that needs no more, a folder's.
    pub fn at(media_url: impl Into<String>) -> Self {
        Self {
            media_url: media_url.into(),
            media_endpoint: None,
            media_region: "us-east-1".to_owned(),
            media_key_id: None,
            media_secret_key: None,
        }
    }

    /// What only a demo may be told.
    pub fn faults(&self, faults: &mut Faults) {
        if let Some(endpoint) = &self.media_endpoint {
            faults.link("SOUK_MEDIA_ENDPOINT", endpoint);
        }
        if let Some(secret) = &self.media_secret_key {
            faults.secret("SOUK_MEDIA_SECRET_KEY", secret);
        }
    }
}
