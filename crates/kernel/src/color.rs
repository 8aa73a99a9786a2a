//! A colour of the shop's look, and what is read on what.
#![expect(clippy::float_arithmetic, reason = "light is no money")]

use std::fmt;
use std::str::FromStr;

/// The least contrast at which text is readable (WCAG 2.2, 1.4.3).
pub const READABLE: f64 = 4.5;

/// A colour of the screen: red, green and blue of sRGB. Written `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color([u8; 3]);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a colour is written as #rrggbb")]
pub struct ColorError;

impl Color {
    pub const BLACK: Self = Self([0; 3]);
    pub const WHITE: Self = Self([255; 3]);

    pub const fn from_rgb(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// How much they differ in light, from 1 to 21, whichever is in front (WCAG 2.2).
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// So much of it, in percent, and the rest of another.
    #[must_use]
    pub fn mixed(self, percent: u8, other: Self) -> Self {
        let share = u32::from(percent.min(100));
        let part = |at: usize| {
            let sum = u32::from(self.0[at]) * share + u32::from(other.0[at]) * (100 - share);
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        Self([part(0), part(1), part(2)])
    }

    /// It, or as little of `end` mixed in as makes it readable on `ground`.
    #[must_use]
    pub fn readable_on(self, ground: Self, end: Self) -> Self {
        let mut steps = (0..=100).rev().step_by(4).map(|percent| self.mixed(percent, end));
        steps.find(|color| color.contrast(ground) >= READABLE).unwrap_or(end)
    }

    /// The light that it gives, from 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126f64.mul_add(red, 0.7152f64.mul_add(green, 0.0722 * blue))
    }
}

impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(ColorError)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(ColorError);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| ColorError)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Color {
        text.parse().expect("a colour")
    }

    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(color("#0A2fA8").to_string(), "#0a2fa8");
        for text in ["", "#fff", "red", "#12345g", "#1234567", "123456", "#+12345", "#é1234"] {
            assert_eq!(text.parse::<Color>(), Err(ColorError), "{text}");
        }
    }

    #[test]
    fn contrast_is_what_the_guidelines_say() {
        assert!((Color::BLACK.contrast(Color::WHITE) - 21.0).abs() < 0.001);
        assert!((color("#777777").contrast(Color::WHITE) - 4.478).abs() < 0.001);
        assert!((Color::WHITE.contrast(color("#767676")) - 4.542).abs() < 0.001);
    }

    #[test]
    fn what_can_hardly_be_read_is_made_readable() {
        let yellow = color("#ffdd00");
        let ink = yellow.readable_on(Color::WHITE, Color::BLACK);
        assert!(ink.contrast(Color::WHITE) >= READABLE, "{ink}");
        assert_eq!(Color::BLACK.readable_on(Color::WHITE, Color::BLACK), Color::BLACK);
        assert_eq!(color("#ff0000").mixed(50, Color::BLACK), color("#800000"));
    }
}
