import { expect, it } from 'vitest';
import { readTariffs, wilayasWithCommunes, withRead } from './tariff-csv.ts';

const PLACES = new Map([
  ['01', new Set(['0101'])],
  ['16', new Set(['1602'])],
]);
const HEAD =
  '\uFEFF"wilaya";"commune";"type";"price";"delay_min_hours";"delay_max_hours";"desk_address";"free_from"\r\n';

it('reads what the shop wrote', () => {
  const file = `${HEAD}"16";"";"home";"400.5";"24";"48";"";"5000"\r\n"16";"1602";"desk";"0";"12";"36";"'=Rue ""A""; 1";""\r\n`;
  expect(readTariffs(file, PLACES)).toEqual({
    tariffs: {
      '16--home': { price: '400.5', delay: '24-48', address: '', freeFrom: '5000' },
      '16-1602-desk': { price: '0', delay: '12-36', address: '=Rue "A"; 1', freeFrom: '' },
    },
    removed: [],
    wrongLines: [],
  });
});

it('reads what a spreadsheet saved, with its lost zeros, and takes away what has no price', () => {
  const file = 'Wilaya,Type,Price,Commune\n1,HOME,"450,00",\n1,desk,,0101\n\n';
  expect(readTariffs(file, PLACES)).toEqual({
    tariffs: { '01--home': { price: '450,00', delay: '24-72', address: '', freeFrom: '' } },
    removed: ['01-0101-desk'],
    wrongLines: [],
  });
});

it.each([
  '99;;home;400;;;',
  '16;160;air;400;;;',
  '16;;home;four;;;',
  '16;;home;1000001;;;',
  '16;;home;400;;;;much',
  '16;;home;400;;;;10000001',
  '16;;home;400;48;24;',
  '16;x1;home;400;;;',
  '16;1699;home;400;;;',
  '16;0101;home;400;;;',
  '16;;home;400;24;10001;',
  `16;;desk;400;;;${'a'.repeat(301)}`,
])('names the line that says nothing: %s', (line) => {
  const read = readTariffs(`${HEAD}16;;desk;300;;;\n${line}`, PLACES);
  expect(read?.wrongLines).toEqual([3]);
  expect(Object.keys(read?.tariffs ?? {})).toEqual(['16--desk']);
});

it('finds a commune that moved where an older list has it', () => {
  const places = new Map([...PLACES, ['03', new Set(['0301'])], ['59', new Set(['0306'])]]);
  const file = `${HEAD}3;306;desk;500;;;\n3;;desk;400;;;\n59;0306;home;600;;;\n1;0306;home;700;;;\n`;
  expect([...wilayasWithCommunes(file)]).toEqual(expect.arrayContaining(['03', '59']));
  const read = readTariffs(file, places);
  expect(Object.keys(read?.tariffs ?? {})).toEqual(['59-0306-desk', '03--desk', '59-0306-home']);
  expect(read?.wrongLines, 'it never was in Adrar').toEqual([5]);
});

it('asks for the communes of the wilayas that have some in the file', () => {
  const file = `${HEAD}16;;home;400;;;\n1;0101;home;400;;;\n`;
  expect([...wilayasWithCommunes(file)]).toEqual(['01', '49', '50']);
  expect(wilayasWithCommunes('name;price')).toEqual(new Set());
});

it('lays a file over the prices that there are', () => {
  const [kept, gone, brought] = ['300', '400', '500'].map((price) => ({
    price,
    delay: '1-2',
    address: '',
    freeFrom: '',
  }));
  if (!(kept && gone && brought)) throw new Error('three');
  const before = { '01--home': kept, '16--home': gone };
  const read = { tariffs: { '16--desk': brought }, removed: ['16--home'], wrongLines: [] };
  expect(withRead(before, read)).toEqual({ '01--home': kept, '16--desk': brought });
});

it('refuses a file of something else', () => {
  expect(readTariffs('name;price\nRouge;100', PLACES)).toBeNull();
  expect(readTariffs('', PLACES)).toBeNull();
});
