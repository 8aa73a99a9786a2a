import { describe, expect, it } from 'vitest';
import { allToggled, rangeToggled, tickedRows, toggled } from './ticked.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

describe('ticked rows', () => {
  it('forgets rows that left the list', () => {
    const ticked = toggled(toggled(new Set(), 'a'), 'gone');
    expect(tickedRows(rows, ticked).map(({ id }) => id)).toEqual(['a']);
  });
  it('ticks all that are shown, then none of them', () => {
    const all = allToggled(new Set(['hidden']), rows.slice(0, 2));
    expect([...all]).toEqual(['hidden', 'a', 'b']);
    expect([...allToggled(all, rows.slice(0, 2))]).toEqual(['hidden']);
  });
  it('ticks from one row to another, in either direction', () => {
    expect([...rangeToggled(new Set(['d']), rows, 'd', 'b')].sort()).toEqual(['b', 'c', 'd']);
    expect([...rangeToggled(new Set(['a', 'b', 'c']), rows, 'a', 'c')]).toEqual([]);
    expect([...rangeToggled(new Set(), rows, 'gone', 'c')]).toEqual(['c']);
  });
});
