import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FORMER_WILAYAS, madeOf } from './wilayas.ts';

it('knows what each wilaya was made of, as the numbers of its communes say it still', () => {
  const communes = readFileSync('../services/orders/seed/communes.csv', 'utf8').trim().split('\n').slice(1);
  const moved = communes.flatMap((line) => {
    const [code = '', wilaya = ''] = line.split(',');
    return code.startsWith(wilaya) ? [] : [[wilaya, code.slice(0, 2)] as const];
  });
  expect(FORMER_WILAYAS).toEqual(new Map(moved.sort()));
});

it('finds what was made of one', () => {
  expect(madeOf('07')).toEqual(['51', '61']);
  expect(madeOf('16')).toEqual([]);
});
