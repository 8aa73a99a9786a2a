import { expect, it } from 'vitest';
import { MOST_TAGS, withTag, withTyped } from './tags.ts';

it('adds a tag once, in the spelling that the shop has', () => {
  expect(withTag([], '  fait   main ', ['Cadeau'])).toEqual(['fait main']);
  expect(withTag(['Hiver'], 'CADEAU', ['Cadeau'])).toEqual(['Hiver', 'Cadeau']);
  const tags = ['Été'];
  expect([withTag(tags, ' été ', []), withTag(tags, ' ', [])].every((same) => same === tags)).toBe(true);
});

it('adds no more than the shop takes', () => {
  const most = Array.from({ length: MOST_TAGS }, (_, at) => String(at));
  expect(withTag(most, 'Cadeau', [])).toBe(most);
});

it('takes what commas part, in either script, and leaves the rest to be typed on', () => {
  expect(withTyped(['Hiver'], 'a, b،c d')).toEqual({ tags: ['Hiver', 'a', 'b'], typedTag: 'c d' });
  expect(withTyped([], ', ,')).toEqual({ tags: [], typedTag: '' });
});
