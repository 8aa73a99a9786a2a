/** A review on its way: the specification's form, its picture small enough for any line. */
import type { ReviewForm } from '@/domain/review-form.ts';
import { drawn } from '@/lib/picture.ts';
import { client } from '../../api.ts';

/** Longest side of a picture in pixels, a little more than the shop keeps. */
const SIDE = 1280;
const QUALITY = 0.85;

export interface ReviewToSend {
  readonly product: string;
  readonly form: ReviewForm;
  readonly picture: File | undefined;
  /** The same again is one review. */
  readonly key: string;
}

/** The file is no picture that this browser can read. */
export class NotAPicture extends Error {}

export async function sendReview({ product, form, picture, key }: ReviewToSend): Promise<void> {
  const body = new FormData();
  body.set('productUuid', product);
  for (const [name, value] of Object.entries(form)) body.set(name, String(value));
  if (picture) body.set('image', await small(picture), 'picture.jpg');
  await client.POST('/web/api/product/submit/review', {
    params: { header: { 'Idempotency-Key': key } },
    // Described field by field, sent as a form.
    body: {} as never,
    bodySerializer: () => body,
  });
}

async function small(picture: File): Promise<Blob> {
  const canvas = await drawn(picture, SIDE).catch((cause) => {
    throw new NotAPicture('no picture', { cause });
  });
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new NotAPicture('no picture')));
    canvas.toBlob(take, 'image/jpeg', QUALITY);
  });
}
