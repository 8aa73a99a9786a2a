/** Pictures drawn anew in the browser, so that what is sent is small. */

interface Size {
  width: number;
  height: number;
}

/** The picture on a canvas, no longer than `side` pixels; fails for what is no picture. */
export async function drawn(file: Blob, side: number): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const { width, height } = fitted(picture, side);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('the browser can’t draw');
  // JPEG has no transparency.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas;
}

/** In its proportions, no longer than `side` and never larger than it is. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
