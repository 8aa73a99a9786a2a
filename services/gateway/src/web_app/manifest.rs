//! Which built files a page loads: Vite's manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

/// A build's manifest, by source path.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Manifest(BTreeMap<String, Chunk>);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    /// Whether the app starts with it.
    #[serde(default)]
    is_entry: bool,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
}

/// The files of one page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The script that starts the app.
    pub entry: String,
    /// Scripts that it needs at once.
    pub modules: Vec<String>,
    pub styles: Vec<String>,
}

impl Manifest {
    /// Reads the manifest of a build; empty where there is none.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(".vite/manifest.json");
        match std::fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).with_context(|| format!("reading {}", path.display()))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
        }
    }

    /// The files that the app starts with, and those of the route's own chunk where it has one; none without a build.
    pub fn files(&self, route: Option<&str>) -> Option<Files> {
        let (entry, chunk) = self.0.iter().find(|(_, chunk)| chunk.is_entry)?;
        let mut seen = BTreeSet::new();
        let mut files = Files { entry: address(&chunk.file), ..Files::default() };
        for source in std::iter::once(entry.as_str()).chain(route) {
            self.collect(source, &mut seen, &mut files);
        }
        files.modules.retain(|module| *module != files.entry);
        Some(files)
    }

    /// The address of a file that styles load, found by a part of its source's name.
    pub fn asset(&self, part: &str) -> Option<String> {
        let found = self.0.iter().find(|(source, _)| source.contains(part));
        found.map(|(_, chunk)| address(&chunk.file))
    }

    fn collect<'a>(&'a self, source: &'a str, seen: &mut BTreeSet<&'a str>, files: &mut Files) {
        let Some(chunk) = self.0.get(source) else { return };
        if !seen.insert(source) {
            return;
        }
        for import in &chunk.imports {
            self.collect(import, seen, files);
        }
        files.modules.push(address(&chunk.file));
        files.styles.extend(chunk.css.iter().map(|style| address(style)));
    }
}

fn address(file: &str) -> String {
    format!("/{file}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_what_its_entry_and_its_route_import() {
        let manifest: Manifest = serde_json::from_str(
            r#"{
                "index.html": {"file": "assets/main.js", "isEntry": true, "imports": ["_vendor.js"], "css": ["assets/main.css"]},
                "_vendor.js": {"file": "assets/vendor.js"},
                "src/product.tsx": {"file": "assets/product.js", "imports": ["index.html", "_vendor.js"]}
            }"#,
        )
        .expect("reads");
        let files = manifest.files(Some("src/product.tsx")).expect("is known");
        assert_eq!(files.entry, "/assets/main.js");
        assert_eq!(files.modules, ["/assets/vendor.js", "/assets/product.js"]);
        assert_eq!(files.styles, ["/assets/main.css"]);
        assert_eq!(Manifest::default().files(None), None);
    }
}
