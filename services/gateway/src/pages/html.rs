//! Writing HTML by hand, safely: text and attributes are escaped, JSON can't leave its script.

use std::fmt::Write as _;

use http::HeaderValue;
use serde_json::Value;

/// What a page is.
pub const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// A growing piece of HTML.
#[derive(Debug, Default)]
pub struct Html(String);

impl Html {
    pub fn new() -> Self {
        Self::default()
    }

    /// Markup as it is; never of anything that came from outside.
    pub fn raw(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text between tags.
    pub fn text(&mut self, text: &str) -> &mut Self {
        push_escaped(&mut self.0, text);
        self
    }

    /// ` name="value"`.
    pub fn attribute(&mut self, name: &str, value: &str) -> &mut Self {
        self.raw(" ").raw(name).raw("=\"").text(value).raw("\"")
    }

    /// `<tag>text</tag>`.
    pub fn element(&mut self, tag: &str, text: &str) -> &mut Self {
        self.open(tag, &[]).text(text).raw("</").raw(tag).raw(">")
    }

    /// `<tag a="b">`, for tags without content.
    pub fn void(&mut self, tag: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.open(tag, attributes)
    }

    pub fn open(&mut self, tag: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.attribute(name, value);
        }
        self.0.push('>');
        self
    }

    /// A data block.
    pub fn json(&mut self, attributes: &[(&str, &str)], value: &Value) -> &mut Self {
        self.open("script", attributes);
        push_json(&mut self.0, &value.to_string());
        self.raw("</script>")
    }

    /// The data block that the app reads: an array of keys with their answers.
    pub fn answers(&mut self, attributes: &[(&str, &str)], answers: &Answers) -> &mut Self {
        self.open("script", attributes).raw("[").raw(&answers.0).raw("]</script>")
    }

    /// How long it is by now.
    pub const fn bytes(&self) -> usize {
        self.0.len()
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// What the app would ask for, each under its query's key, written as JSON that can't leave its script.
#[derive(Debug, Clone, Default)]
pub struct Answers(String);

impl Answers {
    /// `json` is an answer of ours, and so well formed.
    pub fn add(&mut self, key: &Value, json: &str) {
        self.0.push_str(if self.0.is_empty() { "[" } else { ",[" });
        push_json(&mut self.0, &key.to_string());
        self.0.push(',');
        push_json(&mut self.0, json);
        self.0.push(']');
    }
}

fn push_escaped(html: &mut String, text: &str) {
    let mut copied = 0;
    for (at, special) in text.match_indices(['&', '<', '>', '"', '\'']) {
        html.push_str(&text[copied..at]);
        html.push_str(match special {
            "&" => "&amp;",
            "<" => "&lt;",
            ">" => "&gt;",
            "\"" => "&quot;",
            _ => "&#39;",
        });
        copied = at + special.len();
    }
    html.push_str(&text[copied..]);
}

/// The same JSON without a character that HTML would take for its own. A data block is no script: line separators stay.
fn push_json(html: &mut String, json: &str) {
    let mut copied = 0;
    for at in memchr::memchr3_iter(b'<', b'>', b'&', json.as_bytes()) {
        html.push_str(&json[copied..at]);
        // Writing to memory does not fail.
        let _ = write!(html, "\\u{:04x}", json.as_bytes()[at]);
        copied = at + 1;
    }
    html.push_str(&json[copied..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let mut html = Html::new();
        html.element("h1", "<b>\"5\" & 'more'</b>").void("meta", &[("content", "\"><script>")]);
        let expected = "<h1>&lt;b&gt;&quot;5&quot; &amp; &#39;more&#39;&lt;/b&gt;</h1><meta content=\"&quot;&gt;&lt;script&gt;\">";
        assert_eq!(html.into_string(), expected);
    }

    #[test]
    fn json_stays_in_its_script_and_stays_the_same() {
        let value = serde_json::json!({ "text": "</script><!-- \u{2028}&" });
        let mut answers = Answers::default();
        answers.add(&value, &value.to_string());
        answers.add(&serde_json::json!("<"), "1");
        let (mut alone, mut keyed) = (Html::new(), Html::new());
        alone.json(&[("type", "application/json")], &value);
        keyed.answers(&[("type", "application/json")], &answers);
        let expected = [(alone, value.clone()), (keyed, serde_json::json!([[value, value], ["<", 1]]))];
        for (html, value) in expected {
            let html = html.into_string();
            let body = html.strip_prefix("<script type=\"application/json\">").expect("opens");
            let body = body.strip_suffix("</script>").expect("closes");
            assert!(!body.contains(['<', '>', '&']));
            assert_eq!(serde_json::from_str::<serde_json::Value>(body).ok(), Some(value));
        }
    }
}
