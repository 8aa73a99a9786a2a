import { expect, it } from 'vitest';
import { found, grouped } from './groups.ts';

const GROUPS = grouped(
  [
    { id: '01', name: 'Adrar', nameAr: 'أدرار' },
    { id: '06', name: 'Béjaïa', nameAr: 'بجاية' },
  ],
  [
    { id: '0101', wilayaId: '01', name: 'Adrar', nameAr: 'أدرار' },
    { id: '0102', wilayaId: '01', name: 'Tamest', nameAr: 'تاماست' },
    { id: '0601', wilayaId: '06', name: 'Béjaïa', nameAr: 'بجاية' },
  ],
);
const idsOf = (words: string) => found(GROUPS, words).flatMap(({ communes }) => communes.map(({ id }) => id));

it('finds a wilaya whole and a commune alone, without accents, in Arabic and by number', () => {
  expect(idsOf('')).toEqual(['0101', '0102', '0601']);
  expect(idsOf('bejaia')).toEqual(['0601']);
  expect(idsOf('ادرار')).toEqual(['0101', '0102']);
  expect(idsOf('TAMEST')).toEqual(['0102']);
  expect(idsOf('0102')).toEqual(['0102']);
  expect(idsOf('oran')).toEqual([]);
});
