import { describe, expect, it } from 'vitest';
import { isSame, merge3, valueAt, withValueAt } from './merge.ts';

interface Draft {
  name: string;
  tags: string[];
  price: { ht: string; tax: string };
  texts: Record<string, { name: string; seo: string }>;
}

/** Numbers that look random and are the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A draft of few values, so that sides often agree and often don't. */
function anyDraft(random: (below: number) => number): Draft {
  const word = () => 'abc'.charAt(random(3));
  return {
    name: word(),
    tags: Array.from({ length: random(3) }, word),
    price: { ht: word(), tax: word() },
    texts: Object.fromEntries(
      ['fr', 'ar'].slice(random(2)).map((code) => [code, { name: word(), seo: word() }]),
    ),
  };
}

const ROUNDS = 5_000;

function everyRound(check: (base: Draft, mine: Draft, theirs: Draft) => void): void {
  const random = randomFrom(7);
  for (let round = 0; round < ROUNDS; round += 1) check(anyDraft(random), anyDraft(random), anyDraft(random));
}

describe('a merge of three', () => {
  it('is the other side where one changed nothing, and what both have where they agree', () => {
    everyRound((base, mine, theirs) => {
      expect(isSame(merge3(base, base, theirs), { value: theirs, conflicts: [] })).toBe(true);
      expect(isSame(merge3(base, mine, base), { value: mine, conflicts: [] })).toBe(true);
      expect(isSame(merge3(base, mine, mine), { value: mine, conflicts: [] })).toBe(true);
    });
  });
  it('keeps every change of mine, and every change of theirs that is not against one of mine', () => {
    everyRound((base, mine, theirs) => {
      const { value, conflicts } = merge3(base, mine, theirs, ['price']);
      for (const path of ['name', 'tags', 'price']) {
        const [was, my, their] = [base, mine, theirs].map((side) => valueAt(side, path));
        const merged = valueAt(value, path);
        expect(isSame(merged, isSame(my, was) ? their : my)).toBe(true);
        const isConflict = !isSame(my, was) && !isSame(their, was) && !isSame(my, their);
        expect(conflicts.some((one) => one.path === path)).toBe(isConflict);
      }
    });
  });
  it('merges texts field by field', () => {
    const base = { fr: { name: 'Rouge', seo: 'Rouge' } };
    const merged = merge3(
      base,
      { fr: { name: 'Rouge mat', seo: 'Rouge' } },
      { fr: { name: 'Rouge', seo: 'Mat' } },
    );
    expect(merged).toEqual({ value: { fr: { name: 'Rouge mat', seo: 'Mat' } }, conflicts: [] });
  });
  it('tells both sides of a conflict, and takes theirs when asked to', () => {
    const merged = merge3({ a: { b: '1' } }, { a: { b: '2' } }, { a: { b: '3' } });
    expect(merged).toEqual({ value: { a: { b: '2' } }, conflicts: [{ path: 'a.b', theirs: '3' }] });
    expect(withValueAt(merged.value, 'a.b', '3')).toEqual({ a: { b: '3' } });
  });
});
