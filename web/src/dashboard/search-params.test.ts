import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

it('repeats a parameter that has several values', () => {
  const address = stringifySearch({ tag: ['a', 'b & c'], q: 'Sara', page: 2, none: [], empty: '' });
  expect(address).toBe('?tag=a&tag=b+%26+c&q=Sara&page=2');
  expect(parseSearch(address)).toEqual({ tag: ['a', 'b & c'], q: 'Sara', page: '2' });
});
