import { describe, expect, it } from 'vitest';
import { refined } from '../../recipe/list/search.ts';
import { parseSearch, stringifySearch } from '../../search-params.ts';
import { type OrderSearch, orderList } from './search.ts';

describe('the order list’s address', () => {
  it('forgets what it does not know instead of failing', () => {
    const raw = { status: 'vanished', page: '-3', size: '13', sort: 'x', q: 'Sara', other: '1' };
    expect(orderList.validate(raw)).toEqual({ q: 'Sara' });
  });
  it('keeps numbers that are text, such as phones and wilayas, as text', () => {
    const address = stringifySearch({ q: '0555123456', wilaya: '05', page: 2, status: undefined });
    expect(address).toBe('?q=0555123456&wilaya=05&page=2');
    expect(orderList.validate(parseSearch(address))).toEqual({ q: '0555123456', wilaya: '05', page: 2 });
  });
  it('takes one status or several, and none that the shop does not have', () => {
    const status = (text: string) => orderList.validate({ status: text }).status;
    expect(status('placed')).toBe('placed');
    expect(status('attempted,returning')).toBe('attempted,returning');
    expect(status('attempted,vanished')).toBeUndefined();
  });
  it('takes the days and the periods that there are', () => {
    const days = { period: 'week', from: '2026-11-01', until: '2026-11-30' };
    expect(orderList.validate(days)).toEqual(days);
    expect(orderList.validate({ period: 'year', from: '2026-13-01', until: 'x' })).toEqual({});
  });
  it('starts at the first page after a change of filter', () => {
    const search: OrderSearch = { status: 'placed', page: 4 };
    expect(refined(search, { wilaya: '16' })).toEqual({ status: 'placed', wilaya: '16' });
    expect(refined(search, { page: 5 })).toEqual({ status: 'placed', page: 5 });
    expect(refined<OrderSearch>({ q: 'Sara' }, { q: '' })).toEqual({});
  });
  it('knows when it is narrowed', () => {
    expect(orderList.isNarrowed({ page: 2, size: 50, sort: 'oldest' })).toBe(false);
    expect(orderList.isNarrowed({ status: 'placed' })).toBe(true);
  });
});
