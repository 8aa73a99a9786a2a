//! What is left of html that staff write: text in form, pictures and links out, nothing that runs, styles or pretends.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use souk_kernel::LocalizedText;

/// Where a link or a picture may lead, beside the shop's own paths.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder.url_schemes(HashSet::from(SCHEMES)).url_relative(UrlRelative::PassThrough);
    builder
});

/// The html with what is allowed alone: when it is written, and again when it is shown.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// The words of cleaned html without their form, in one line.
pub fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let (mut in_tag, mut in_quotes) = (false, false);
    for c in html.chars() {
        match c {
            '<' if !in_tag => (in_tag, in_quotes) = (true, false),
            '"' if in_tag => in_quotes = !in_quotes,
            '>' if in_tag && !in_quotes => {
                in_tag = false;
                text.push(' ');
            }
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    let line = text.replace("&nbsp;", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The same in every language.
pub fn clean_all(LocalizedText { fr, ar, en }: LocalizedText) -> LocalizedText {
    LocalizedText { fr: clean(&fr), ar: clean(&ar), en: clean(&en) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::Deserialize;

    use super::*;

    /// What the dashboard's editor of texts and this cleaner agree on; the editor's tests read the same file.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Agreed {
        editor: HashMap<String, HashSet<String>>,
        source: HashSet<String>,
        shown_in_the_editor: Vec<String>,
        shown_as_source: Vec<String>,
    }

    #[test]
    fn the_editor_makes_what_stays_and_knows_what_else_may_be_there() {
        let agreed = include_str!("../../../web/src/dashboard/recipe/rich-text/allowed.json");
        let agreed: Agreed = serde_json::from_str(agreed).expect("reads");
        let known: HashSet<_> = agreed.editor.keys().chain(&agreed.source).map(String::as_str).collect();
        assert_eq!(known, CLEANER.clone_tags());
        let attributes = CLEANER.clone_tag_attributes();
        for (tag, of_editor) in &agreed.editor {
            let allowed = attributes.get(tag.as_str()).cloned().unwrap_or_default();
            let refused: Vec<_> = of_editor.iter().filter(|name| !allowed.contains(name.as_str())).collect();
            assert!(refused.is_empty(), "{tag}: {refused:?}");
        }
        for html in agreed.shown_in_the_editor.iter().chain(&agreed.shown_as_source) {
            assert_eq!(clean(html), *html);
        }
    }

    #[test]
    fn text_in_form_stays() {
        for html in [
            "<p>Doux <strong>et</strong> frais</p>",
            "<ul><li>un</li></ul>",
            "<h2>كريم</h2>",
            "<img src=\"/media/shop/0f0f-480.jpg\" alt=\"\">",
        ] {
            assert_eq!(clean(html), html);
        }
        for link in ["/new", "https://shop.dz", "mailto:a@shop.dz", "tel:0555123456"] {
            let cleaned = clean(&format!("<a href=\"{link}\">ici</a>"));
            assert!(cleaned.contains(link) && cleaned.contains("noopener"), "{cleaned}");
        }
    }

    #[test]
    fn words_come_without_form() {
        let html = clean(
            "<h2>Délais &amp; prix</h2><p>48&nbsp;h <a href=\"/a?b>c\">ici</a> &lt;3</p><script>x</script>",
        );
        assert_eq!(words(&html), "Délais & prix 48 h ici <3");
    }

    #[test]
    fn what_runs_styles_or_pretends_goes() {
        for html in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg><script>alert(1)</script></svg>",
            "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>",
            "<iframe src=\"https://evil.example\"></iframe>",
            "<form action=\"https://evil.example\"><input name=password></form>",
            "<style>* { display: none }</style>",
            "<p style=\"position: fixed\" class=\"dialog\" id=\"app\">x</p>",
            "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
            "<base href=\"https://evil.example\">",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=\"JaVa&#9;Script:alert(1)\">x</a>",
            "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
            "<a href=\"ftp://evil.example\">x</a>",
            "<a href=\"magnet:?xt=1\">x</a>",
            "<a href=\"bitcoin:1\">x</a>",
        ] {
            let cleaned = clean(html);
            let bad = [
                "script", "alert", "onerror", "iframe", "form", "input", "style", "class", "id=", "meta",
                "base", "data:", "ftp:", "magnet:", "bitcoin:", "evil", "svg", "math",
            ];
            assert!(!bad.iter().any(|bad| cleaned.to_lowercase().contains(bad)), "{html}: {cleaned}");
        }
    }
}
