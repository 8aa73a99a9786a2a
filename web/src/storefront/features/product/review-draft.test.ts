import { expect, it } from 'vitest';
import { EMPTY_REVIEW } from '@/domain/review-form.ts';
import {
  draftOf,
  MOST_DRAFTS,
  type ReviewDraft,
  type ReviewDrafts,
  sending,
  withDraft,
} from './review-draft.ts';

const draft: ReviewDraft = {
  product: 'p',
  form: { ...EMPTY_REVIEW, name: 'Amina', phone: '0550123456', text: 'Bien', boughtHere: true },
  sent: null,
};

it('keeps its key while it stays the same, and only then', () => {
  const first = sending(draft, undefined);
  const reloaded = JSON.parse(JSON.stringify(first)) as ReviewDraft;
  expect(sending(reloaded, undefined).sent.key).toBe(first.sent.key);
  const changed = { ...first, form: { ...first.form, text: 'Très bien' } };
  expect(sending(changed, undefined).sent.key).not.toBe(first.sent.key);
  const picture = new File(['x'], 'a.jpg', { lastModified: 1 });
  expect(sending(first, picture).sent.key).not.toBe(first.sent.key);
});

it('leaves who writes to the next product, and nothing that was said', () => {
  const { form, sent } = draftOf('q', [sending(draft, undefined)]);
  expect([form.name, form.phone, form.text, form.boughtHere, sent]).toEqual([
    'Amina',
    '0550123456',
    '',
    false,
    null,
  ]);
});

it('keeps one of each product, the last that were written at', () => {
  const of = (product: number): ReviewDraft => ({ ...draft, product: String(product) });
  let drafts: ReviewDrafts = [];
  for (let product = 0; product <= MOST_DRAFTS; product += 1) drafts = withDraft(drafts, of(product));
  drafts = withDraft(drafts, { ...of(5), form: { ...draft.form, text: 'Très bien' } });
  expect(drafts).toHaveLength(MOST_DRAFTS);
  expect(draftOf('5', drafts).form.text).toBe('Très bien');
  expect(draftOf('6', drafts).form.text).toBe('Bien');
  expect(draftOf('0', drafts).form.text).toBe('');
});
