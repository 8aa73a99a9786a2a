import { afterEach, expect, it } from 'vitest';
import { type Locale, startLocale } from '@/i18n/locale.ts';
import { chosenWords, namesOf } from './chosen-words.ts';

afterEach(() => startLocale('fr'));

it.each<[Locale, string, string]>([
  ['fr', 'Rose, 50 ml', 'Savon : Rose, Huile : 50 ml'],
  ['ar', 'Rose، 50 ml', 'Savon: Rose، Huile: 50 ml'],
  ['en', 'Rose, 50 ml', 'Savon: Rose, Huile: 50 ml'],
])('says in %s what was chosen, of a pack with the part that it is of', (locale, plain, pack) => {
  startLocale(locale);
  const attributes = { Savon: 'Rose', Huile: '50 ml' };
  expect(chosenWords({ attributes })).toBe(plain);
  expect(chosenWords({ attributes, choices: ['r', 'h'] })).toBe(pack);
});

it('names of several lines each with its choice', () => {
  const line = { productId: 'p', combinationId: 'c', unitPrice: 1, quantity: 1, image: '', link: '' };
  const small = { ...line, name: 'Ambre', attributes: { size: '30 ml' } };
  const plain = { ...line, name: 'Savon', attributes: {} };
  expect(namesOf([small, plain])).toBe('Ambre, 30 ml · Savon');
});
