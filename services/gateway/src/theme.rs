//! The shop's colours as a stylesheet over the app's tokens (`web/src/theme/tokens.css`). Its address says them all, so
//! that whoever is asked answers the same and browsers keep it for good; pages have it in their text. A shop that chose no colours has
//! none.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::Router;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use souk_kernel::Color;
use souk_proto::catalog::v1::Theme;

use crate::extract::Query;
use crate::problem::Problem;
use crate::web_app::FOREVER;

const PATH: &str = "/theme.css";
/// The page's ground in the dark (`--bg`).
const DARK: Color = Color::from_rgb(0x13, 0x13, 0x18);
/// What is said in a colour, on a soft ground of the same: both are made of it, readable whatever it is.
const SAID: [&str; 4] = ["danger", "info", "success", "warning"];
/// What else is a colour of the theme (spec 3).
const PLAIN: [&str; 6] = ["brand", "grey-1", "heading", "primary", "secondary", "text"];

pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route(PATH, get(stylesheet))
}

/// Where the stylesheet of these colours is; none for the app's own.
pub fn address(theme: &Theme) -> Option<String> {
    let color = |color: &souk_proto::catalog::v1::ThemeColor| {
        format!("{}={}", color.variable, color.color.trim_start_matches('#'))
    };
    let colors: Vec<String> = theme.colors.iter().map(color).collect();
    (!colors.is_empty()).then(|| format!("{PATH}?{}", colors.join("&")))
}

async fn stylesheet(Query(colors): Query<BTreeMap<String, String>>) -> Result<Response, Problem> {
    let headers = [(CONTENT_TYPE, HeaderValue::from_static("text/css")), (CACHE_CONTROL, FOREVER)];
    Ok((headers, sheet(&colors)?).into_response())
}

/// The stylesheet at an address; none of another's.
pub fn at(address: &str) -> Option<String> {
    let colors = address.strip_prefix(PATH)?.strip_prefix('?')?;
    sheet(&form_urlencoded::parse(colors.as_bytes()).into_owned().collect()).ok()
}

/// Of colours' digits by their variables.
fn sheet(colors: &BTreeMap<String, String>) -> Result<String, Problem> {
    let mut css = String::from(":root{");
    for (variable, digits) in colors {
        let color = format!("#{digits}").parse::<Color>();
        let color =
            color.map_err(|error| Problem::field(variable, "form.validation.color", error.to_string()));
        write_color(&mut css, variable, color?)?;
    }
    css.push('}');
    Ok(css)
}

fn write_color(css: &mut String, variable: &str, color: Color) -> Result<(), Problem> {
    let mut set = |suffix: &str, color: Color| {
        // Writing to a String can't fail.
        let _ = write!(css, "--{variable}{suffix}:{color};");
    };
    if SAID.contains(&variable) {
        let (soft, soft_in_the_dark) = (color.mixed(10, Color::WHITE), color.mixed(18, DARK));
        set("-soft-light", soft);
        set("-ink-light", color.readable_on(soft, Color::BLACK));
        set("-soft-dark", soft_in_the_dark);
        set("-ink-dark", color.readable_on(soft_in_the_dark, Color::WHITE));
    } else if !PLAIN.contains(&variable) {
        return Err(Problem::field(variable, "form.validation.unknown", "there is no such variable"));
    }
    set("", color);
    Ok(())
}

#[cfg(test)]
mod tests {
    use souk_kernel::READABLE;
    use souk_proto::catalog::v1::ThemeColor;

    use super::*;

    #[test]
    fn an_address_says_the_colours_and_none_says_none() {
        let color =
            |variable: &str, color: &str| ThemeColor { variable: variable.into(), color: color.into() };
        let theme = Theme { colors: vec![color("primary", "#0a6b4f"), color("grey-1", "#eeeeee")] };
        assert_eq!(address(&theme).as_deref(), Some("/theme.css?primary=0a6b4f&grey-1=eeeeee"));
        assert_eq!(address(&Theme::default()), None);
    }

    #[test]
    fn what_is_said_in_a_colour_can_be_read_whatever_it_is() {
        for said in ["#ffff00", "#000000", "#ffffff", "#05bc77"] {
            let mut css = String::new();
            write_color(&mut css, "warning", said.parse().expect("a colour")).expect("known");
            let value = |suffix: &str| -> Color {
                let (_, rest) = css.split_once(&format!("--warning{suffix}:")).expect("written");
                rest[..7].parse().expect("a colour")
            };
            for kind in ["light", "dark"] {
                let (ink, soft) = (value(&format!("-ink-{kind}")), value(&format!("-soft-{kind}")));
                assert!(ink.contrast(soft) >= READABLE, "{said} {kind}: {ink} on {soft}");
            }
        }
        assert!(write_color(&mut String::new(), "shadow", Color::BLACK).is_err());
    }
}
