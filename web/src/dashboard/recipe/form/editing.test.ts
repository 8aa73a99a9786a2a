import { expect, it } from 'vitest';
import { begun, edited, isChanged, rebased, resumed, saved, settled } from './editing.ts';

interface One {
  id: string;
  version: number;
  name: string;
  price: number;
}

/** The price is text while it is typed, and tidy when it comes from the shop. */
const shape = { draftOf: ({ name, price }: One) => ({ name, price: price.toFixed(2) }) };
const one: One = { id: 'p', version: 1, name: 'Rouge', price: 10 };
const typed = edited(begun(one, shape), (draft) => ({ ...draft, price: '12' }));

it('keeps what is typed while it saves, and takes the rest from the answer', () => {
  const meanwhile = edited(typed, (draft) => ({ ...draft, name: 'Rouge mat' }));
  const after = saved(meanwhile, { ...one, version: 2, price: 12 }, typed.draft, shape);
  expect(after.draft).toEqual({ name: 'Rouge mat', price: '12.00' });
  expect(isChanged(after, shape)).toBe(true);
  expect(isChanged(saved(typed, { ...one, version: 2, price: 12 }, typed.draft, shape), shape)).toBe(false);
});

it('lays the draft over what somebody else saved', () => {
  const after = rebased(typed, { ...one, version: 2, name: 'Rouge vif' }, shape);
  expect(after).toMatchObject({ draft: { name: 'Rouge vif', price: '12' }, conflicts: [] });
});

it('asks which of two changes of one thing stands', () => {
  const after = rebased(typed, { ...one, version: 2, price: 15 }, shape);
  expect(after.conflicts).toEqual([{ path: 'price', theirs: '15.00' }]);
  expect(after.draft.price).toBe('12');
  expect(settled(after, 'price', 'mine')).toMatchObject({ draft: { price: '12' }, conflicts: [] });
  expect(settled(after, 'price', 'theirs')).toMatchObject({ draft: { price: '15.00' }, conflicts: [] });
  // Typed as they have it: there is nothing left to decide.
  expect(edited(after, (draft) => ({ ...draft, price: '15.00' })).conflicts).toEqual([]);
});

it('decides one thing and leaves the other open', () => {
  const both = edited(typed, (draft) => ({ ...draft, name: 'Rouge mat' }));
  const after = rebased(both, { ...one, version: 2, price: 15, name: 'Vif' }, shape);
  expect(settled(after, 'price', 'theirs')).toMatchObject({
    draft: { price: '15.00', name: 'Rouge mat' },
    conflicts: [{ path: 'name', theirs: 'Vif' }],
  });
});

it('still asks after another version that says nothing new of it', () => {
  const after = rebased(typed, { ...one, version: 2, price: 15 }, shape);
  expect(rebased(after, { ...one, version: 3, price: 15, name: 'Vif' }, shape).conflicts).toHaveLength(1);
});

it('asks nothing of what others took away', () => {
  const prices = { draftOf: ({ own }: { own: Record<string, string> }) => ({ own }) };
  const read = { id: 'p', version: 1, own: { a: '10', b: '20' } as Record<string, string> };
  const changed = edited(begun(read, prices), () => ({ own: { a: '11', b: '20' } }));
  const after = rebased(changed, { ...read, version: 2, own: { b: '20' } }, prices);
  expect(after.conflicts).toEqual([]);
  expect(isChanged(after, prices)).toBe(false);
});

it('takes a draft up again over what is there by now', () => {
  const kept = { base: shape.draftOf(one), draft: typed.draft };
  const after = resumed({ ...one, version: 5, name: 'Rouge vif' }, kept, shape);
  expect(after.draft).toEqual({ name: 'Rouge vif', price: '12' });
});
