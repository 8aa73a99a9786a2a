/** Pictures made small in the browser: what is sent fits one small request, also on a bad line. */
import { drawn } from '@/lib/picture.ts';

/** Longest side in pixels: twice what the shop shows a logo at. */
const MOST_SIDE = 320;
/** Characters of the `data:` address: with the rest of a form below the 64 KiB that a request may have. */
const MOST_TEXT = 50_000;
const QUALITIES = [0.9, 0.75, 0.6, 0.4];

/** The picture as a `data:` address; fails for what is no picture. */
export async function asSmallJpeg(file: Blob): Promise<string> {
  const canvas = await drawn(file, MOST_SIDE);
  const texts = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  const small = texts.find((text) => text.length <= MOST_TEXT);
  if (!small) throw new Error('the picture can’t be made small enough');
  return small;
}
