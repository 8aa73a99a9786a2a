//! Where the shared search server is, as catalog is told it.

use secrecy::SecretString;
use souk_service::Faults;

/// The search server, if there is one.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct MeiliConfig {
    /// Address of a Meilisearch server that all replicas share, `https://host:port`. Without it each replica has an index of its own.
    #[arg(long, env = "SOUK_MEILI_URL")]
    pub meili_url: Option<String>,
    /// Key that Meilisearch is asked with: its master key, or one that may do everything with the shop's indexes.
    #[arg(long, env = "SOUK_MEILI_KEY", hide_env_values = true)]
    pub meili_key: Option<SecretString>,
    /// What the names of the shop's indexes begin with: letters, digits, `-` and `_`. Two shops on one server take two.
    #[arg(long, env = "SOUK_MEILI_INDEX", default_value = "souk")]
    pub meili_index: String,
}

impl MeiliConfig {
    /// What only a demo may be told.
    pub fn faults(&self, faults: &mut Faults) {
        let Some(url) = &self.meili_url else { return };
        faults.link("SOUK_MEILI_URL", url);
        match &self.meili_key {
            Some(key) => faults.secret("SOUK_MEILI_KEY", key),
            None => faults.add("SOUK_MEILI_KEY is missing: whoever reaches the search server may change it"),
        }
    }
}
