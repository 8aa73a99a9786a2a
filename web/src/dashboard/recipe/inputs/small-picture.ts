/** Pictures made small in the browser: what is sent fits one small request, also on a bad line. */
import { drawn } from '@/lib/picture.ts';

/** What a picture is made into before it is sent. */
export interface Bounds {
  /** Longest side in pixels. */
  side: number;
  /** Characters of the `data:` address. */
  text: number;
}

/** Twice what the shop shows a logo at; with the rest of a form below the 64 KiB that a request may have. */
export const LOGO: Bounds = { side: 320, text: 50_000 };
/** Three times what the shop shows a value of an attribute at; 200 of them below the 2 MB that a request with pictures may have. */
export const SWATCH: Bounds = { side: 128, text: 9_000 };
/** As large as phones ask for the picture of a shop on their screen; beside a logo below the 2 MB that a request with pictures may have. */
export const ICON: Bounds = { side: 512, text: 300_000 };
/** As wide as the shop keeps pictures; eight of them below the 2 MB that a request with pictures may have. */
export const BANNER: Bounds = { side: 1280, text: 230_000 };
const QUALITIES = [0.9, 0.75, 0.6, 0.4];

/** The picture as a `data:` address; fails for what is no picture. */
export async function asSmallJpeg(file: Blob, { side, text: mostText }: Bounds): Promise<string> {
  const canvas = await drawn(file, side);
  const texts = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  const small = texts.find((text) => text.length <= mostText);
  if (!small) throw new Error('the picture can’t be made small enough');
  return small;
}

/** Of a thing that is saved whole: the path of a picture that stays, the content of a new one, nothing for none. */
export function sentPicture(picture: string): string {
  return picture.startsWith('data:') ? (picture.split(',')[1] ?? '') : picture;
}
