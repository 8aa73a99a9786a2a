import { expect, it } from 'vitest';
import { textOf, wordAt, wordsOf } from './words.ts';

it('reads a word from each line, and from what is pasted with commas', () => {
  expect(wordsOf(' samsung \n\nسامسونغ، samsoung')).toEqual(['samsung', 'سامسونغ', 'samsoung']);
  expect(wordsOf(textOf(['itr', 'عطر']))).toEqual(['itr', 'عطر']);
});

it('knows the word that is refused', () => {
  expect(wordAt('words[1]', ['itr', 'عطر'])).toBe('عطر');
  expect(wordAt('words', ['itr'])).toBeUndefined();
  expect(wordAt('words[7]', ['itr'])).toBeUndefined();
});
