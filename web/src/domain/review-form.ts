/** The review form (spec 3, 5): what it holds, and what of it is missing or wrong. */
import { isEmail } from './email.ts';
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

/** Why a field is not right: it is empty, not ticked, or no phone or address. */
export type ReviewProblem = 'required' | 'tick' | 'phone' | 'email';

/** What keeps the form from being sent, by field; a rating is always right. */
export function problemsOf(form: ReviewForm): Partial<Record<ReviewField, ReviewProblem>> {
  const found = (Object.keys(EMPTY_REVIEW) as ReviewField[]).flatMap((field) => {
    const problem = problemOf(field, form[field]);
    return problem ? [[field, problem] as const] : [];
  });
  return Object.fromEntries(found);
}

function problemOf(field: ReviewField, value: ReviewForm[ReviewField]): ReviewProblem | undefined {
  if (typeof value !== 'string') return value === false ? 'tick' : undefined;
  const text = value.trim();
  if (text === '') return 'required';
  if (field === 'phone') return isPhone(text) ? undefined : 'phone';
  return field !== 'email' || isEmail(text) ? undefined : 'email';
}

/** The form that was kept, whatever a browser holds by now. */
export function readReview(raw: unknown): ReviewForm {
  const kept = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const same = Object.entries(EMPTY_REVIEW).filter(([field, empty]) => typeof kept[field] === typeof empty);
  const form = { ...EMPTY_REVIEW, ...Object.fromEntries(same.map(([field]) => [field, kept[field]])) };
  const isRating = Number.isInteger(form.rating) && form.rating >= 1 && form.rating <= MOST_STARS;
  return isRating ? form : { ...form, rating: MOST_STARS };
}
