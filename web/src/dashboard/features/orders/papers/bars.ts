/** Code 128 as lines to draw, one unit for its narrowest bar. */
import JsBarcode from 'jsbarcode';

/** Left blank on both sides, without which no scanner finds where it begins. */
const QUIET = 10;

export interface Bars {
  readonly width: number;
  /** Of an SVG one unit high. */
  readonly path: string;
}

/** `null` for a text that has no bars: these know no Arabic. */
export function barsOf(text: string): Bars | null {
  const drawn: { encodings?: { data: string }[] } = {};
  let isValid = true;
  const valid = (known: boolean) => {
    isValid = known;
  };
  JsBarcode(drawn, text, { format: 'CODE128', valid });
  const data = drawn.encodings?.map((encoding) => encoding.data).join('') ?? '';
  if (!isValid || !data) return null;
  const bars = [...data.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) => `M${index + QUIET} 0h${length}v1h-${length}z`,
  );
  return { width: data.length + 2 * QUIET, path: bars.join('') };
}
