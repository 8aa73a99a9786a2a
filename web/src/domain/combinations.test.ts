import { expect, it } from 'vitest';
import { attributesOf } from './cart.ts';
import { type Choosable, choiceGroups, combinationsOf, initialCombination } from './combinations.ts';

function combination(id: string, size: string, set: string, available = true): Choosable {
  return {
    id,
    isDefault: id === 'a',
    available,
    values: [
      { type: 'size', type_label: 'Contenance', value: size },
      { type: 'set', type_label: 'Présentation', value: set },
    ],
  };
}

const a = combination('a', '50 ml', 'seul');
const b = combination('b', '50 ml', 'coffret');
const c = combination('c', '100 ml', 'seul', false);
const d = combination('d', '100 ml', 'coffret');

it('starts with the one in the address, the default, or one that can be had', () => {
  expect(initialCombination([a, b], 'b')).toBe(b);
  expect(initialCombination([b, a], 'gone')).toBe(a);
  expect(initialCombination([{ ...a, available: false }, b])).toBe(b);
  expect(initialCombination([])).toBeUndefined();
});

it('has those that a list was narrowed to, by the value’s name in any language', () => {
  const named = { ...c, combinationLangsRead: [{ name: '100 ml / seul' }, { name: '100 مل / alone' }] };
  const narrowed = (filters: Record<string, string[]>) =>
    combinationsOf([a, b, named], { filters }).map(({ id }) => id);
  expect(narrowed({ 'attributes.size': ['100 ml'] })).toEqual(['c']);
  expect(narrowed({ 'attributes.size': ['100 مل'], brands: ['x'] })).toEqual(['c']);
  expect(narrowed({ 'attributes.set': ['seul'] })).toEqual(['a', 'c']);
  // None has both: those that have one.
  expect(narrowed({ 'attributes.size': ['100 ml'], 'attributes.set': ['coffret'] })).toEqual(['b', 'c']);
  // Of two that are both wanted, either; and where nothing is wanted of it, any.
  expect(narrowed({ 'attributes.set': ['coffret', 'seul'] })).toEqual(['a', 'b', 'c']);
  expect(narrowed({ 'attributes.color': ['Noir'] })).toEqual(['a', 'b', 'c']);
  expect(combinationsOf([], {})).toEqual([]);
});

it('keeps the other choices when one changes', () => {
  const [sizes, sets] = choiceGroups([a, b, c, d], b);
  expect(sizes?.options.map(({ value, leadsTo, chosen }) => [value, leadsTo.id, chosen])).toEqual([
    ['50 ml', 'b', true],
    ['100 ml', 'd', false],
  ]);
  expect(sets?.options.map(({ leadsTo }) => leadsTo.id)).toEqual(['a', 'b']);
});

it('still leads to what is sold out, so that it can be shown so', () => {
  const [sizes] = choiceGroups([a, b, c, d], a);
  expect(sizes?.options[1]?.leadsTo).toBe(c);
});

it('names the choice', () => {
  expect(attributesOf(d)).toEqual({ size: '100 ml', set: 'coffret' });
  expect(attributesOf(undefined)).toEqual({});
});
