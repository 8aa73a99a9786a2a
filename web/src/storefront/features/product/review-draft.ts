/** The review that is being written: kept in the browser until the shop has it, with the key that it was last sent under. */
import { EMPTY_REVIEW, type ReviewForm, readReview } from '@/domain/review-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { type Stored, stored } from '@/lib/stored.ts';

export interface ReviewDraft {
  readonly product: string;
  readonly form: ReviewForm;
  /** Of the last try that was not answered, and what was sent by it. */
  readonly sent: { readonly key: string; readonly what: string } | null;
}

export const NO_DRAFT: ReviewDraft = { product: '', form: EMPTY_REVIEW, sent: null };

export const draftStore: Stored<ReviewDraft> = stored('reviewDraft', readDraft);

function readDraft(raw: unknown): ReviewDraft {
  const { product, form, sent } = (raw ?? {}) as Record<string, unknown>;
  const { key, what } = (sent ?? {}) as Record<string, unknown>;
  return {
    product: typeof product === 'string' ? product : '',
    form: readReview(form),
    sent: typeof key === 'string' && typeof what === 'string' ? { key, what } : null,
  };
}

/** The draft of this product; of another one, only who writes stays. */
export function draftOf(product: string, draft: ReviewDraft): ReviewDraft {
  if (draft.product === product) return draft;
  const { name, email, phone } = draft.form;
  return { product, form: { ...EMPTY_REVIEW, name, email, phone }, sent: null };
}

/** The draft with the key of this try: what is sent again has the key of before, also after a reload. */
export function sending(
  draft: ReviewDraft,
  picture: File | undefined,
): ReviewDraft & { sent: { key: string } } {
  const what = JSON.stringify([draft.form, picture && [picture.name, picture.size, picture.lastModified]]);
  const sent = draft.sent?.what === what ? draft.sent : { key: randomId(), what };
  return { ...draft, sent };
}
