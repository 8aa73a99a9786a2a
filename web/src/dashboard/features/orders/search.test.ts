import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseSearch, refine, stringifySearch } from '../../search-params.ts';
import { isNarrowed, type OrderSearch, orderSearchSchema } from './search.ts';

describe('the order list’s address', () => {
  it('forgets what it does not know instead of failing', () => {
    const read = v.parse(orderSearchSchema, { status: 'lost', page: '-3', size: '13', sort: 'x', q: 'Sara' });
    expect(read).toEqual({ q: 'Sara' });
  });
  it('keeps numbers that are text, such as phones and wilayas, as text', () => {
    const address = stringifySearch({ q: '0555123456', wilaya: '05', page: 2, status: undefined });
    expect(address).toBe('?q=0555123456&wilaya=05&page=2');
    expect(v.parse(orderSearchSchema, parseSearch(address))).toEqual({
      q: '0555123456',
      wilaya: '05',
      page: 2,
    });
  });
  it('takes one status or several, and none that the shop does not have', () => {
    const status = (text: string) => v.parse(orderSearchSchema, { status: text }).status;
    expect(status('placed')).toBe('placed');
    expect(status('attempted,returning')).toBe('attempted,returning');
    expect(status('attempted,lost')).toBeUndefined();
  });
  it('starts at the first page after a change of filter', () => {
    const search: OrderSearch = { status: 'placed', page: 4 };
    expect(refine(search, { wilaya: '16' })).toEqual({ status: 'placed', wilaya: '16' });
    expect(refine(search, { page: 5 })).toEqual({ status: 'placed', page: 5 });
    expect(refine<OrderSearch>({ q: 'Sara' }, { q: '' })).toEqual({});
  });
  it('knows when it is narrowed', () => {
    expect(isNarrowed({ page: 2, size: 50, sort: 'oldest' })).toBe(false);
    expect(isNarrowed({ status: 'placed' })).toBe(true);
  });
});
