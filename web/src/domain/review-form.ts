/** The review form (spec 3, 5): what it holds, and what of it is missing. */
import { isPhone } from './phone-dz.ts';

export const MOST_STARS = 5;
/** As the catalogue takes them, in characters. */
export const LONGEST_NAME = 60;
export const LONGEST_TEXT = 1000;

export interface ReviewForm {
  readonly name: string;
  readonly email: string;
  /** National digits. */
  readonly phone: string;
  /** `2026-11-30`. */
  readonly purchaseDate: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly text: string;
  readonly boughtHere: boolean;
  readonly acceptedPolicy: boolean;
}

export type ReviewField = keyof ReviewForm;

export const EMPTY_REVIEW: ReviewForm = {
  name: '',
  email: '',
  phone: '',
  purchaseDate: '',
  rating: MOST_STARS,
  text: '',
  boughtHere: false,
  acceptedPolicy: false,
};

/** The fields that are not filled in; a rating always is. */
export function missingFields(form: ReviewForm): ReviewField[] {
  return (Object.keys(EMPTY_REVIEW) as ReviewField[]).filter((field) => {
    const value = form[field];
    if (field === 'phone') return !isPhone(form.phone);
    return typeof value === 'string' ? value.trim() === '' : value === false;
  });
}

/** The form that was kept, whatever a browser holds by now. */
export function readReview(raw: unknown): ReviewForm {
  const kept = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const same = Object.entries(EMPTY_REVIEW).filter(([field, empty]) => typeof kept[field] === typeof empty);
  const form = { ...EMPTY_REVIEW, ...Object.fromEntries(same.map(([field]) => [field, kept[field]])) };
  const isRating = Number.isInteger(form.rating) && form.rating >= 1 && form.rating <= MOST_STARS;
  return isRating ? form : { ...form, rating: MOST_STARS };
}
