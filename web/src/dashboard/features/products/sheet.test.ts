import { describe, expect, it } from 'vitest';
import { merge3 } from '@/domain/merge.ts';
import type { Feature, FeatureGiven, Product } from '../../data/types.ts';
import { rebased } from '../../recipe/form/editing.ts';
import { readSheet, readValue, saidOf, sheetOf, withFeature, withoutFeature, withValue } from './sheet.ts';

const texts = (fr: string) => ({ fr, ar: '', en: '' });

function line(featureId: string, value?: FeatureGiven): Product['features'][number] {
  return { featureId, kind: featureId, label: texts(''), words: texts(''), ...(value && { value }) };
}

const product = {
  features: [
    line('c', { optionId: 'linen' }),
    line('b', { number: '8.5' }),
    line('d', { yes: false }),
    line('a', { text: texts('Figue') }),
    line(''),
  ],
} as unknown as Product;

describe('a data sheet', () => {
  it('is sent as it was read', () => {
    expect(readSheet(sheetOf(product))).toEqual([
      { featureId: 'a', value: { text: texts('Figue') } },
      { featureId: 'b', value: { number: '8.5' } },
      { featureId: 'c', value: { optionId: 'linen' } },
      { featureId: 'd', value: { yes: false } },
    ]);
  });
  it('waits for the value of a feature that was added, and forgets one that was taken away', () => {
    const feature = { id: 'e', input: 'yes_no' } as Feature;
    const longer = withFeature(sheetOf(product), feature);
    expect(readSheet(longer)).toBeNull();
    expect(readSheet(withoutFeature(longer, 'e'))).toHaveLength(4);
    expect(readSheet({ ...longer, e: undefined })).toHaveLength(4);
  });
  it.each([
    ['8,5', { number: '8.5' }],
    ['10 000', { number: '10000' }],
    ['-0.25', { number: '-0.25' }],
    ['٨٫٥', { number: '8.5' }],
    ['8,', null],
    ['1e3', null],
    ['0,00001', null],
    ['', null],
  ])('reads the number %j as %j', (plain, value) => {
    expect(readValue({ number: plain })).toEqual(value);
  });
  it('is merged feature by feature', () => {
    const base = sheetOf(product);
    const { b, ...rest } = base;
    const mine = { ...base, c: { choice: 'cotton' } };
    const { value, conflicts } = merge3(base, mine, rest);
    expect(conflicts).toEqual([]);
    expect(readSheet(value)?.map(({ featureId }) => featureId)).toEqual(['a', 'c', 'd']);
  });
  it('has an empty value where the feature’s are of another kind by now', () => {
    const number = { id: 'a', input: 'number' } as Feature;
    const base = sheetOf(product);
    expect(saidOf(base, number)).toEqual({ number: '' });
    expect(readSheet(withValue(base, number, { number: '12' }))?.[0]).toEqual({
      featureId: 'a',
      value: { number: '12' },
    });
    expect(saidOf(withoutFeature(base, 'a'), number)).toBeUndefined();
  });
  it('takes over what became of a value that was typed of another kind, with nothing to decide', () => {
    const base = sheetOf(product);
    const mine = { ...base, a: { text: texts('Figue mûre') } };
    const { draft, conflicts } = rebased(
      { read: { id: 'p', version: 1, sheet: base }, draft: { sheet: mine }, conflicts: [] },
      { id: 'p', version: 2, sheet: { ...base, a: { number: '12' } } },
      { draftOf: ({ sheet }) => ({ sheet }) },
    );
    expect(conflicts).toEqual([]);
    expect(readSheet(draft.sheet)?.[0]).toEqual({ featureId: 'a', value: { number: '12' } });
  });
});
