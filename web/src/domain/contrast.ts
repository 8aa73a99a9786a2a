/** What can be read on what, as `crates/kernel/src/color.rs` has it: a colour is `#rrggbb`. */

/** The least contrast at which text is readable (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5;

const COLOR = /^#[0-9a-f]{6}$/i;

export function isColor(text: string): boolean {
  return COLOR.test(text);
}

/** How much two colours differ in light, from 1 to 21, whichever is in front. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The light that a colour gives, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
