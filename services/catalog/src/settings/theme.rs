//! The shop's colours (spec 3 "Theme variables"). Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use souk_kernel::{Color, READABLE};
use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};

/// What a merchant may give a colour of its own.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeVariable {
    Brand,
    Primary,
    Secondary,
    Warning,
    Danger,
    Success,
    Info,
    Text,
    Heading,
    #[serde(rename = "grey-1")]
    #[strum(serialize = "grey-1")]
    Grey1,
}

/// The colours that differ from the specification's, as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Theme(BTreeMap<ThemeVariable, String>);

impl ThemeVariable {
    /// What it is until the merchant says otherwise (spec 9).
    const fn default_color(self) -> &'static str {
        match self {
            Self::Brand => "#000000",
            Self::Primary => "#820869",
            Self::Secondary => "#180882",
            Self::Warning => "#f54705",
            Self::Danger => "#dc2107",
            Self::Success => "#05bc77",
            Self::Info => "#0a2fa8",
            Self::Text => "#4f5d77",
            Self::Heading => "#222222",
            Self::Grey1 => "#f4f3f1",
        }
    }

    /// Those whose text stands on white, or white text on them. The others' texts are made readable where they are shown.
    const fn is_read_against_white(self) -> bool {
        matches!(self, Self::Brand | Self::Primary | Self::Secondary | Self::Text | Self::Heading)
    }

    /// Those whose text stands on the grey ground too.
    const fn is_read_on_grey(self) -> bool {
        matches!(self, Self::Text | Self::Heading)
    }
}

impl Theme {
    /// Of what was chosen; what is as it is by itself is no choice.
    pub fn of(chosen: impl IntoIterator<Item = (ThemeVariable, Color)>) -> Self {
        let chosen = chosen.into_iter().map(|(variable, color)| (variable, color.to_string()));
        Self(chosen.filter(|(variable, color)| color != variable.default_color()).collect())
    }

    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(variable, color)| (<&str>::from(*variable), color.as_str()))
    }

    /// What can't be read where it stands.
    pub fn unreadable(&self) -> Vec<ThemeVariable> {
        ThemeVariable::iter().filter(|variable| !self.is_readable(*variable)).collect()
    }

    fn is_readable(&self, variable: ThemeVariable) -> bool {
        let color = self.color(variable);
        let on = |ground: Color| color.contrast(ground) >= READABLE;
        (!variable.is_read_against_white() || on(Color::WHITE))
            && (!variable.is_read_on_grey() || on(self.color(ThemeVariable::Grey1)))
    }

    fn color(&self, variable: ThemeVariable) -> Color {
        let chosen = self.0.get(&variable).and_then(|color| color.parse().ok());
        chosen.or_else(|| variable.default_color().parse().ok()).unwrap_or(Color::BLACK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_of_the_specification_are_no_choice_and_can_be_read() {
        let defaults = ThemeVariable::iter()
            .map(|variable| (variable, variable.default_color().parse::<Color>().expect("a colour")));
        let theme = Theme::of(defaults);
        assert_eq!(theme, Theme::default());
        assert_eq!(theme.unreadable(), []);
    }

    #[test]
    fn text_that_can_hardly_be_read_is_named_on_each_of_its_grounds() {
        let with = |chosen: &[(ThemeVariable, &str)]| {
            let colors = chosen.iter().map(|(variable, color)| (*variable, color.parse().expect("a colour")));
            Theme::of(colors).unreadable()
        };
        assert_eq!(with(&[(ThemeVariable::Primary, "#ffcc00")]), [ThemeVariable::Primary]);
        assert_eq!(with(&[(ThemeVariable::Warning, "#ffcc00")]), []);
        assert_eq!(with(&[(ThemeVariable::Text, "#757575")]), [ThemeVariable::Text], "on grey");
        assert_eq!(with(&[(ThemeVariable::Text, "#757575"), (ThemeVariable::Grey1, "#ffffff")]), []);
        let dark = with(&[(ThemeVariable::Grey1, "#333333")]);
        assert_eq!(dark, [ThemeVariable::Text, ThemeVariable::Heading]);
    }
}
