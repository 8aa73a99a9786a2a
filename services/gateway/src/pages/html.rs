//! Writing HTML by hand, safely: text and attributes are escaped, JSON can't leave its script.

use std::fmt::Write as _;

use serde::Serialize;

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
        self.0.push_str(&escape(text));
        self
    }

    /// ` name="value"`.
    pub fn attribute(&mut self, name: &str, value: &str) -> &mut Self {
        // Writing to memory does not fail.
        let _ = write!(self.0, " {name}=\"{}\"", escape(value));
        self
    }

    /// `<tag>text</tag>`.
    pub fn element(&mut self, tag: &str, text: &str) -> &mut Self {
        let _ = write!(self.0, "<{tag}>{}</{tag}>", escape(text));
        self
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
    pub fn json(&mut self, attributes: &[(&str, &str)], value: &impl Serialize) -> &mut Self {
        self.open("script", attributes);
        self.0.push_str(&escape_json(&serde_json::to_string(value).unwrap_or_default()));
        self.raw("</script>")
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The same JSON without a character that HTML or an old script parser would take for its own.
fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
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
        let mut html = Html::new();
        html.json(&[("type", "application/json")], &value);
        let html = html.into_string();
        let body = html.strip_prefix("<script type=\"application/json\">").expect("opens");
        let body = body.strip_suffix("</script>").expect("closes");
        assert!(!body.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<serde_json::Value>(body).ok(), Some(value));
    }
}
