/** The reviews that are being written: kept in the browser until the shop has them, with the key that each was last sent under. */
import { EMPTY_REVIEW, type ReviewForm, readReview } from '@/domain/review-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { type Stored, stored } from '@/lib/stored.ts';

export interface ReviewDraft {
  readonly product: string;
  readonly form: ReviewForm;
  /** Of the last try that was not answered, and what was sent by it. */
  readonly sent: { readonly key: string; readonly what: string } | null;
}

/** As many as are kept: of more, the one that was written at longest ago goes. */
export const MOST_DRAFTS = 10;

/** The one that was written at last comes first. */
export type ReviewDrafts = readonly ReviewDraft[];

export const draftStore: Stored<ReviewDrafts> = stored('reviewDraft', readDrafts);

/** It was one draft alone before each product had its own. */
function readDrafts(raw: unknown): ReviewDrafts {
  const drafts = (Array.isArray(raw) ? raw : [raw]).map(readDraft);
  return drafts.filter(({ product }) => product !== '').slice(0, MOST_DRAFTS);
}

function readDraft(raw: unknown): ReviewDraft {
  const { product, form, sent } = (raw ?? {}) as Record<string, unknown>;
  const { key, what } = (sent ?? {}) as Record<string, unknown>;
  return {
    product: typeof product === 'string' ? product : '',
    form: readReview(form),
    sent: typeof key === 'string' && typeof what === 'string' ? { key, what } : null,
  };
}

/** The draft of this product; of the one before, only who writes stays. */
export function draftOf(product: string, drafts: ReviewDrafts): ReviewDraft {
  const own = drafts.find((draft) => draft.product === product);
  if (own) return own;
  const { name, email, phone } = drafts[0]?.form ?? EMPTY_REVIEW;
  return { product, form: { ...EMPTY_REVIEW, name, email, phone }, sent: null };
}

/** With this draft in the place of what was of its product. */
export function withDraft(drafts: ReviewDrafts, draft: ReviewDraft): ReviewDrafts {
  return [draft, ...withoutDraft(drafts, draft.product)].slice(0, MOST_DRAFTS);
}

export function withoutDraft(drafts: ReviewDrafts, product: string): ReviewDrafts {
  return drafts.filter((draft) => draft.product !== product);
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
