//! What handlers share.

use std::sync::Arc;

use souk_kernel::Clock;
use souk_media::Pictures;
use souk_rpc::Keys;
use souk_service::Resources;

use crate::audit::AuditLog;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::draft_links::DraftLinks;
use crate::jobs::Jobs;
use crate::kept_parts::KeptParts;
use crate::limits::Limits;
use crate::live::Live;
use crate::maintenance::Maintenance;
use crate::media::Media;
use crate::neighbours::Neighbours;
use crate::product_imports::ProductImports;
use crate::reads::Reads;
use crate::staff::{Seals, StaffDesk};
use crate::views::Views;
use crate::visitor::Tokens;
use crate::web_app::WebApp;

/// The state of the router.
pub type App = Arc<Shop>;

/// What handlers share.
pub struct Shop {
    pub neighbours: Neighbours,
    pub catalog: Catalog,
    pub visitors: Tokens,
    pub drafts: DraftLinks,
    pub staff: StaffDesk,
    pub audit: AuditLog,
    pub live: Live,
    pub jobs: Jobs,
    pub product_imports: ProductImports,
    pub views: Views,
    pub maintenance: Maintenance,
    pub limits: Limits,
    pub media: Media,
    pub web_app: WebApp,
    pub sitemap: KeptParts,
    pub feeds: KeptParts,
    pub clock: Arc<dyn Clock>,
    /// Where shoppers reach the shop, without a slash at the end.
    pub public_url: String,
    pub demo: bool,
}

impl Shop {
    /// From what the process is told at start, over what every service works with.
    pub fn open(config: &Config, resources: Resources) -> anyhow::Result<Self> {
        let Resources { pool, clock, mesh, shutdown } = resources;
        let neighbours = Neighbours::new(mesh);
        let keys = Keys::read("SOUK_SECRET", &config.secret)?;
        let is_https = config.public_url.starts_with("https://");
        let public_url = config.public_url.trim_end_matches('/').to_owned();
        Ok(Self {
            catalog: Catalog::new(neighbours.clone(), Reads::new(config.kept_reads_mib * 1024 * 1024)),
            neighbours,
            staff: StaffDesk::new(pool.clone(), clock.clone(), Seals::new(&keys), is_https)?,
            drafts: DraftLinks::new(keys.clone()),
            visitors: Tokens::new(keys),
            audit: AuditLog { pool: pool.clone() },
            jobs: Jobs::new(pool.clone(), clock.clone()),
            product_imports: ProductImports::new(pool.clone(), clock.clone()),
            maintenance: Maintenance::new(pool.clone(), clock.clone()),
            views: Views::new(pool, clock.clone()),
            live: Live::new(shutdown),
            limits: Limits::new(&config.limits, config.demo),
            media: Media(Pictures::open(&config.media)?),
            web_app: WebApp::read(&config.web_dir)?,
            sitemap: KeptParts::new(),
            feeds: KeptParts::new(),
            clock,
            public_url,
            demo: config.demo,
        })
    }

    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
