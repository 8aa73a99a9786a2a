import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Numidia Express', 'NE'],
  ['yalidine', 'Y'],
  [' Rihla  Livraison rapide ', 'RL'],
  ['نقل سريع', 'نس'],
  ['😀 rapide', '😀R'],
  ['', ''],
])('takes the first letters of %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
