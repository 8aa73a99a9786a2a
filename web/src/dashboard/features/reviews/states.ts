/** Where a review stands, and how many stars it gives. */
import { m } from '@/i18n/paraglide.gen/messages.js';

export const STATES = ['pending', 'approved', 'refused'] as const;

export type ReviewState = (typeof STATES)[number];

export const STARS = ['5', '4', '3', '2', '1'] as const;

const WORDS: Readonly<Record<ReviewState, () => string>> = {
  pending: m.db_review_pending,
  approved: m.db_review_approved,
  refused: m.db_review_refused,
};

export function isReviewState(text: string): text is ReviewState {
  return STATES.some((state) => state === text);
}

export function isStars(text: string): boolean {
  return STARS.some((stars) => stars === text);
}

/** A state of a newer release is told as it is written. */
export function stateWord(state: string): string {
  return isReviewState(state) ? WORDS[state]() : state;
}
