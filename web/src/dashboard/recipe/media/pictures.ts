/** What pictures the shop takes, known before one is sent (spec 5), and how a photo is made one of them. */
import { fitted } from '@/lib/picture.ts';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** Bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Pixels: twice what the shop shows a picture at. */
const MOST_SIDE = 2_160;

export function fileMistake({ type, size }: File): 'type' | 'size' | undefined {
  if (!PICTURE_TYPES.includes(type)) return 'type';
  return size > MOST_BYTES ? 'size' : undefined;
}

/** The picture with fewer pixels, as JPEG; fails for what is no picture. */
export async function shrunk(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const size = fitted(picture, MOST_SIDE);
  const canvas = Object.assign(document.createElement('canvas'), size);
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('the browser can’t draw');
  // JPEG has no transparency.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, size.width, size.height);
  paper.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85);
  });
  if (!blob) throw new Error('the picture can’t be made smaller');
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}
