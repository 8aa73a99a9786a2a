import { describe, expect, it } from 'vitest';
import { merge3 } from '@/domain/merge.ts';
import type { Feature, FeatureGiven, Product } from '../../data/types.ts';
import { readSheet, readValue, sheetOf, withFeature, withoutFeature } from './sheet.ts';

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
    ['8,', null],
    ['1e3', null],
    ['0,00001', null],
    ['', null],
  ])('reads the number %j as %j', (plain, value) => {
    expect(readValue({ input: 'number', texts: texts(''), plain })).toEqual(value);
  });
  it('is merged feature by feature', () => {
    const base = sheetOf(product);
    const { b, ...rest } = base;
    const mine = { ...base, c: { input: 'choice', texts: texts(''), plain: 'cotton' } as const };
    const { value, conflicts } = merge3(base, mine, rest);
    expect(conflicts).toEqual([]);
    expect(readSheet(value)?.map(({ featureId }) => featureId)).toEqual(['a', 'c', 'd']);
  });
});
