//! A home block as staff write it, read into the words of the trade.

use souk_kernel::{Color, LocalizedText};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1 as common;
use souk_rpc::{Failure, Violations};
use uuid::Uuid;

use super::blocks::{WantedBlock, WantedSlide};
use super::model::{BlockContent, BlockKind, COLUMNS, HomeBlock, ModuleSettings, ResponsiveNumber, SIZES};
use super::model::{Slide, Source};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse::{LONGEST_LINE, html, is_path, period, texts};

/// Longest text of a block in one language, in characters.
const LONGEST_TEXT: usize = 2_000;
/// Longest HTML of a block in one language, in characters.
const LONGEST_HTML: usize = 20_000;
/// Longest names of classes together, in characters.
const LONGEST_CLASSES: usize = 200;
/// Banners of one block.
const MOST_SLIDES: usize = 8;
/// Things that a block shows at most, and beside each other.
const MOST_SHOWN: u32 = 24;
const MOST_BESIDE: u32 = 12;
/// Categories of the blog that a block shows at most (spec 9).
const MOST_BLOG_CATEGORIES: u32 = 4;

pub fn block(given: proto::HomeBlock) -> Result<WantedBlock, Failure> {
    let mut found = Violations::default();
    let id: Option<Uuid> = found.id("id", &given.id);
    let kind = given.r#type.parse::<BlockKind>().map_err(|_| "this shop can't fill a block of this type");
    let kind = found.check("type", "form.validation.unknown", kind);
    let source = kind.and_then(|kind| source(kind, &given.source, &mut found));
    let (starts_at, ends_at) = period(&given.starts_at, &given.ends_at, &mut found);
    let (title, text, button) = words("", given.title, given.text, given.button, &mut found);
    let html = html("html", given.html, LONGEST_HTML, &mut found);
    link("link", &given.link, &mut found);
    let shown =
        if kind == Some(BlockKind::BlogCategoriesCarousel) { MOST_BLOG_CATEGORIES } else { MOST_SHOWN };
    most("number", given.number, shown, &mut found);
    let settings = settings(given.settings, &mut found);
    let slides = slides(given.slides, &mut found);
    let wanted = id.zip(kind).zip(source).map(|((id, kind), source)| WantedBlock {
        block: HomeBlock {
            id,
            version: given.version,
            active: given.active,
            starts_at,
            ends_at,
            content: BlockContent {
                kind,
                title,
                text,
                button,
                html,
                link: given.link,
                image: None,
                source,
                number: given.number,
                slides: Vec::new(),
                settings,
            },
        },
        picture: Picture::read(given.image, given.image_url),
        slides,
    });
    checked(wanted, found)
}

fn source(kind: BlockKind, text: &str, found: &mut Violations) -> Option<Source> {
    let source = found.check("source", "form.validation.unknown", text.parse::<Source>())?;
    if !kind.takes(&source) {
        let text = "a block of this type is filled with something else";
        found.push("source", "form.validation.required", text);
        return None;
    }
    Some(source)
}

/// Title, text and words of the button of what stands at `path`.
fn words(
    path: &str,
    title: Option<common::LocalizedText>,
    text: Option<common::LocalizedText>,
    button: Option<common::LocalizedText>,
    found: &mut Violations,
) -> (LocalizedText, LocalizedText, LocalizedText) {
    (
        texts(&format!("{path}title"), title, LONGEST_LINE, found),
        texts(&format!("{path}text"), text, LONGEST_TEXT, found),
        texts(&format!("{path}button"), button, LONGEST_LINE, found),
    )
}

fn slides(given: Vec<proto::Slide>, found: &mut Violations) -> Vec<WantedSlide> {
    if given.len() > MOST_SLIDES {
        found.push("slides", "form.validation.tooMany", format!("{MOST_SLIDES} banners at most"));
        return Vec::new();
    }
    let slide = |(at, given): (usize, proto::Slide)| {
        let path = format!("slides[{at}].");
        let (title, text, button) = words(&path, given.title, given.text, given.button, found);
        link(&format!("{path}link"), &given.link, found);
        WantedSlide {
            slide: Slide { title, text, button, link: given.link, image: None },
            picture: Picture::read(given.image, given.image_url),
        }
    };
    given.into_iter().enumerate().map(slide).collect()
}

fn settings(given: Option<proto::ModuleSettings>, found: &mut Violations) -> ModuleSettings {
    let Some(given) = given else { return ModuleSettings::default() };
    if !SIZES.contains(&given.size) {
        found.push(
            "size",
            "form.validation.unknown",
            format!("a size is one of {SIZES:?} of {COLUMNS} columns"),
        );
    }
    if !given.bg_color.is_empty() && given.bg_color.parse::<Color>().is_err() {
        found.push("bgColor", "form.validation.color", "a colour is written as #rrggbb");
    }
    let beside = [
        ("responsiveNumber.mobile", given.on_mobile),
        ("responsiveNumber.tablet", given.on_tablet),
        ("responsiveNumber.desktop", given.on_desktop),
    ];
    for (field, number) in beside {
        most(field, number, MOST_BESIDE, found);
    }
    ModuleSettings {
        show_title: given.show_title,
        size: given.size,
        bg_color: given.bg_color,
        container_class: classes("containerClass", &given.container_class, found),
        wrapper_css_class: classes("wrapperCssClass", &given.wrapper_css_class, found),
        responsive_number: ResponsiveNumber {
            mobile: given.on_mobile,
            tablet: given.on_tablet,
            desktop: given.on_desktop,
        },
    }
}

/// Plain names with one space between them.
fn classes(field: &str, given: &str, found: &mut Violations) -> String {
    let names: Vec<&str> = given.split_whitespace().collect();
    if given.len() > LONGEST_CLASSES || !names.iter().all(|name| is_class(name)) {
        let text = "names of classes: letters, digits, - and _, a letter first; 200 characters at most";
        found.push(field, "form.validation.classes", text);
    }
    names.join(" ")
}

fn is_class(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn most(field: &str, number: u32, most: u32, found: &mut Violations) {
    if number > most {
        found.push(field, "form.validation.number", format!("{most} at most"));
    }
}

fn link(field: &str, link: &str, found: &mut Violations) {
    if !link.is_empty() && !is_path(link) {
        found.push(field, "form.validation.path", "a link is a path of the shop");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_plain_names() {
        let read = |text: &str| {
            let mut found = Violations::default();
            let classes = classes("containerClass", text, &mut found);
            found.is_empty().then_some(classes)
        };
        assert_eq!(read("  wide  on-phone_2 ").as_deref(), Some("wide on-phone_2"));
        assert_eq!(read("").as_deref(), Some(""));
        for text in ["1st", "a\"b", "a{b}", "a;b", "é", ".a", &"a".repeat(201)] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
