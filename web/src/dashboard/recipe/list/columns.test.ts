import { describe, expect, it } from 'vitest';
import { arranged, chosenColumns, parseChoice } from './columns.ts';

const COLUMNS = [{ id: 'tick' }, { id: 'name', area: 'main' }, { id: 'brand' }, { id: 'price' }];
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ');

describe('the columns of a list', () => {
  it('stand in the order that was chosen', () => {
    expect(ids(arranged(COLUMNS, []))).toBe('tick name brand price');
    expect(ids(arranged(COLUMNS, ['price', 'name', 'brand', 'tick']))).toBe('price name brand tick');
  });
  it('that the list got or lost since find their place', () => {
    expect(ids(arranged(COLUMNS, ['price', 'name', 'gone']))).toBe('tick price name brand');
    expect(ids(arranged(COLUMNS, ['brand', 'name']))).toBe('tick brand price name');
  });
  it('are hidden, but for what names the row', () => {
    const hide = (...hidden: string[]) => ids(chosenColumns(COLUMNS, { order: [], hidden }));
    expect(hide('brand', 'gone')).toBe('tick name price');
    expect(hide('name', 'price')).toBe('tick name brand');
    const number = [...COLUMNS, { id: 'number', isFixed: true }];
    expect(ids(chosenColumns(number, { order: [], hidden: ['number', 'tick'] }))).toBe(
      'name brand price number',
    );
  });
});

it.each([null, '', '{', '[]', '{"order":["a"]}', '{"order":[1],"hidden":[]}', '"x"', 'null'])(
  'reads %j as no choice',
  (text) => expect(parseChoice(text)).toBeNull(),
);

it('names a column once', () => {
  expect(parseChoice('{"order":["a","b","a"],"hidden":[]}')?.order).toEqual(['a', 'b']);
});
