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
  expect(settled(after, 'mine')).toMatchObject({ draft: { price: '12' }, conflicts: [] });
  expect(settled(after, 'theirs')).toMatchObject({ draft: { price: '15.00' }, conflicts: [] });
  // Typed as they have it: there is nothing left to decide.
  expect(edited(after, (draft) => ({ ...draft, price: '15.00' })).conflicts).toEqual([]);
});

it('still asks after another version that says nothing new of it', () => {
  const after = rebased(typed, { ...one, version: 2, price: 15 }, shape);
  expect(rebased(after, { ...one, version: 3, price: 15, name: 'Vif' }, shape).conflicts).toHaveLength(1);
});

it('takes a draft up again over what is there by now', () => {
  const kept = { base: shape.draftOf(one), draft: typed.draft };
  const after = resumed({ ...one, version: 5, name: 'Rouge vif' }, kept, shape);
  expect(after.draft).toEqual({ name: 'Rouge vif', price: '12' });
});
