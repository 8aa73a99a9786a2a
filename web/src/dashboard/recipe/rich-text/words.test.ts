import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { theirWords, wordsOf } from './words.ts';

it('names pictures among the words', () => {
  const html =
    '<p>Un<img src="/media/a.webp" alt="Robe bleue"></p><p><img src="/media/b.webp" alt="">deux</p>';
  expect(wordsOf(html)).toBe(`Un [Robe bleue] [${m.db_rich_picture()}] deux`);
});

it('says where only the form is another', () => {
  const mine = '<p>Un mot</p>';
  expect(theirWords('<p>Un <strong>mot</strong></p>', mine)).toBe(m.db_conflict_form_only());
  expect(theirWords('<p>Un mot<img src="/media/a.webp" alt="Robe"></p>', mine)).toBe('Un mot [Robe]');
  expect(theirWords('', '<p></p>')).toBe('');
});
