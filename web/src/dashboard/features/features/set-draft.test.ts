import { expect, it } from 'vitest';
import { NEW_SET, setBodyOf, setDraftOf } from './set-draft.ts';

it('is sent whole, once it has a name and a feature', () => {
  const set = { ...NEW_SET, version: 3, name: 'Téléphone', features: ['screen'] };
  const draft = setDraftOf(set);
  expect(setBodyOf(set, { ...draft, name: ' Portable ' })).toEqual({
    version: 3,
    name: 'Portable',
    features: ['screen'],
  });
  expect(setBodyOf(set, { ...draft, name: ' ' })).toBeNull();
  expect(setBodyOf(set, { ...draft, features: [] })).toBeNull();
});
