import { expect, it } from 'vitest';
import { cellsOf, readTariffs, textOf } from './tariff-csv.ts';

const WILAYAS = new Set(['01', '16']);
const HEAD = '\uFEFF"wilaya";"commune";"type";"price";"delay_min_hours";"delay_max_hours";"desk_address"\r\n';

it('reads what the shop wrote', () => {
  const file = `${HEAD}"16";"";"home";"400.5";"24";"48";""\r\n"16";"1602";"desk";"0";"12";"36";"'=Rue ""A""; 1"\r\n`;
  expect(readTariffs(file, WILAYAS)).toEqual({
    tariffs: {
      '16--home': { price: '400.5', delay: '24-48', address: '' },
      '16-1602-desk': { price: '0', delay: '12-36', address: '=Rue "A"; 1' },
    },
    removed: [],
    wrongLines: [],
  });
});

it('reads what a spreadsheet saved, with its lost zeros, and takes away what has no price', () => {
  const file = 'Wilaya,Type,Price,Commune\n1,HOME,"450,00",\n1,desk,,0101\n\n';
  expect(readTariffs(file, WILAYAS)).toEqual({
    tariffs: { '01--home': { price: '450,00', delay: '24-72', address: '' } },
    removed: ['01-0101-desk'],
    wrongLines: [],
  });
});

it.each([
  '99;;home;400;;;',
  '16;160;air;400;;;',
  '16;;home;four;;;',
  '16;;home;1000001;;;',
  '16;;home;400;48;24;',
  '16;x1;home;400;;;',
])('names the line that says nothing: %s', (line) => {
  const read = readTariffs(`${HEAD}16;;desk;300;;;\n${line}`, WILAYAS);
  expect(read?.wrongLines).toEqual([3]);
  expect(Object.keys(read?.tariffs ?? {})).toEqual(['16--desk']);
});

it.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xaf, 0x6e]],
  ['Windows-1252', [0x41, 0xef, 0x6e]],
])('reads the letters of a file in %s', (_, bytes) => {
  expect(textOf(new Uint8Array(bytes).buffer)).toBe('Aïn');
});

it('refuses a file of something else', () => {
  expect(readTariffs('name;price\nRouge;100', WILAYAS)).toBeNull();
  expect(readTariffs('', WILAYAS)).toBeNull();
});

it('keeps a line break in quotes in its cell', () => {
  expect(cellsOf('a\tb\n"one\ntwo"\t3')).toEqual([
    ['a', 'b'],
    ['one\ntwo', '3'],
  ]);
});
