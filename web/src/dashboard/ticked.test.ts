import { expect, it } from 'vitest';
import {
  allToggled,
  rangeToggled,
  type Ticked,
  tickedAmong,
  tickedOnPages,
  toggled,
  withRows,
} from './ticked.ts';

interface Row {
  id: string;
  version: number;
}

const row = (id: string, version = 1): Row => ({ id, version });
const [a, b, c, d] = [row('a'), row('b'), row('c'), row('d')];
const rows = [a, b, c, d];
const ticked = (...of: Row[]): Ticked<Row> => withRows<Row>(new Map(), of, true);
const ids = (of: Ticked<Row>) => [...of.keys()].sort();

it('ticks and unticks one', () => {
  expect(ids(toggled(ticked(a), b))).toEqual(['a', 'b']);
  expect(ids(toggled(ticked(a, b), b))).toEqual(['a']);
});

it('ticks all that is shown, or none of it, and leaves the rest alone', () => {
  expect(ids(allToggled(ticked(d), [a, b]))).toEqual(['a', 'b', 'd']);
  expect(ids(allToggled(ticked(a, b, d), [a, b]))).toEqual(['d']);
});

it('ticks from the last one to this one, in either direction', () => {
  expect(ids(rangeToggled(ticked(a), rows, 'a', c))).toEqual(['a', 'b', 'c']);
  expect(ids(rangeToggled(ticked(c), rows, 'c', a))).toEqual(['a', 'b', 'c']);
  expect(ids(rangeToggled(ticked(a, b, c), rows, 'a', c))).toEqual([]);
  expect(ids(rangeToggled(ticked(), rows, 'gone', c))).toEqual(['c']);
});

it('counts of a whole list only what is still in it', () => {
  expect(tickedAmong([b, c], ticked(a, b))).toEqual([b]);
});

it('keeps what was ticked on another page, and knows what is in sight as it is now', () => {
  expect(tickedOnPages([row('b', 2), c], ticked(a, b))).toEqual([a, row('b', 2)]);
});

it('keeps those in sight in the list’s order, however they were ticked', () => {
  expect(tickedOnPages([b, c, d], ticked(d, a, b))).toEqual([b, a, d]);
});
