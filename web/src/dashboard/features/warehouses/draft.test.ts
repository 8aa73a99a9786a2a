import { expect, it } from 'vitest';
import { bodyOf, draftOf, NEW_WAREHOUSE, parsePriority } from './draft.ts';

const oran = { ...NEW_WAREHOUSE, id: 'w', version: 3, name: 'Oran', wilayaId: '31', priority: 2 };

it('sends what changed and nothing else', () => {
  expect(bodyOf(oran, draftOf(oran))).toEqual({ version: 3 });
  const typed = { ...draftOf(oran), name: ' Oran Est ', priority: '0' };
  expect(bodyOf(oran, typed)).toEqual({ version: 3, name: 'Oran Est', priority: 0 });
  const named = { ...draftOf(NEW_WAREHOUSE), name: 'Alger', wilayaId: '16' };
  expect(bodyOf(NEW_WAREHOUSE, named)).toEqual({ version: 0, name: 'Alger', wilayaId: '16', priority: 1 });
});

it.each([{ name: ' ' }, { wilayaId: '' }, { priority: '65536' }, { priority: '1,5' }])(
  'sends nothing while something is missing or can’t be read: %j',
  (wrong) => {
    expect(bodyOf(oran, { ...draftOf(oran), ...wrong })).toBeNull();
  },
);

it('reads the smallest and the greatest priority', () => {
  expect([parsePriority('0'), parsePriority(' 65535 ')]).toEqual([0, 65_535]);
});
