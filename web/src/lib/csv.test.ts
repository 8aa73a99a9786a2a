import { expect, it } from 'vitest';
import { cellsOf, plain, textOf, textOfRows } from './csv.ts';

it.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xaf, 0x6e]],
  ['Windows-1252', [0x41, 0xef, 0x6e]],
])('reads the letters of a file in %s', (_, bytes) => {
  expect(textOf(new Uint8Array(bytes).buffer)).toBe('Aïn');
});

it('keeps a line break in quotes in its cell', () => {
  expect(cellsOf('a\tb\n"one\ntwo"\t3', 10)).toEqual([
    ['a', 'b'],
    ['one\ntwo', '3'],
  ]);
});

it('reads quotes, empty cells and no more lines than wanted', () => {
  expect(cellsOf('\uFEFFa,b\r\n"say ""no""",\r\n\r\nx,"y,z"\r\nlast,one', 4)).toEqual([
    ['a', 'b'],
    ['say "no"', ''],
    [''],
    ['x', 'y,z'],
  ]);
});

it('writes what it reads, and no cell is a formula', () => {
  const rows = [
    ['a;b', 'say "no"'],
    ['=1+1', 'two\nlines'],
    ['＝1', '－2'],
  ];
  const read = cellsOf(textOfRows(rows), 10).slice(0, 3);
  expect(read.map((cells) => cells.map(plain))).toEqual(rows);
  expect(read[1]?.[0]).toBe("'=1+1");
  expect(read[2]).toEqual(["'＝1", "'－2"]);
});
