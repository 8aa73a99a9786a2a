/** Pictures made small in the browser: what is sent fits one small request, also on a bad line. */

/** Longest side in pixels: twice what the shop shows a logo at. */
const MOST_SIDE = 320;
/** Characters of the `data:` address: with the rest of a form below the 64 KiB that a request may have. */
const MOST_TEXT = 50_000;
const QUALITIES = [0.9, 0.75, 0.6, 0.4];

/** The picture as a `data:` address; fails for what is no picture. */
export async function asSmallJpeg(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const { width, height } = fitted(picture, MOST_SIDE);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('the browser can’t draw');
  // JPEG has no transparency.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(picture, 0, 0, width, height);
  picture.close();
  const texts = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  const small = texts.find((text) => text.length <= MOST_TEXT);
  if (!small) throw new Error('the picture can’t be made small enough');
  return small;
}

interface Size {
  width: number;
  height: number;
}

/** In its proportions, no longer than `side` and never larger than it is. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
