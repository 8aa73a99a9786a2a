//! What the storefront's sheets know: a class that a page has and no sheet would look like nothing, until the app comes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The classes of the sheets that the storefront is drawn with, as pages write them.
static CLASSES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    let mut classes = HashSet::new();
    for folder in ["theme", "ui/native", "storefront"] {
        read_folder(&web.join(folder), &mut classes);
    }
    classes
});

/// The classes of a page that no sheet has.
pub fn without_looks(html: &str) -> Vec<&str> {
    let attributes = html.split(" class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    attributes.flat_map(str::split_whitespace).filter(|class| !CLASSES.contains(*class)).collect()
}

fn read_folder(folder: &Path, classes: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).expect("is there") {
        let path = entry.expect("can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            read_folder(&path, classes);
        } else if let Some(name) = name.strip_suffix(".css") {
            let css = fs::read_to_string(&path).expect("can be read");
            let block = name.strip_suffix(".module");
            classes.extend(
                named(&css).map(|class| block.map_or(class.to_owned(), |block| of_module(block, class))),
            );
        }
    }
}

/// The classes that a sheet has rules for, but those of other sheets that it names.
fn named(css: &str) -> impl Iterator<Item = &str> {
    css.match_indices('.').filter(|(at, _)| !css[..*at].ends_with(":global(")).filter_map(|(at, _)| {
        let rest = &css[at + 1..];
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '-').unwrap_or(rest.len());
        rest.starts_with(|first: char| first.is_ascii_lowercase()).then_some(&rest[..end])
    })
}

/// As the build names it (`web/scripts/class-names.mjs`): `card_title` for `title` of `card.module.css`.
fn of_module(block: &str, class: &str) -> String {
    if class == block {
        return class.to_owned();
    }
    let mut words = class.split('-');
    let mut name = format!("{block}_{}", words.next().unwrap_or_default());
    for word in words {
        let (first, rest) = word.split_at(word.len().min(1));
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}
