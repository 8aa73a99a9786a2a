import { expect, it } from 'vitest';
import type { DeliveryArea } from '../../data/types.ts';
import { bodyOf, draftOf, withAll } from './draft.ts';

const AREA: DeliveryArea = {
  version: 3,
  communes: [
    { id: '1601', wilayaId: '16', name: 'Alger Centre', nameAr: 'الجزائر الوسطى', deliverable: true },
    { id: '1602', wilayaId: '16', name: 'Sidi M’hamed', nameAr: 'سيدي امحمد', deliverable: false },
    { id: '3101', wilayaId: '31', name: 'Oran', nameAr: 'وهران', deliverable: true },
  ],
};

it('sends what was opened and what was closed, and nothing else', () => {
  const draft = withAll(withAll(draftOf(AREA), ['1601', '1602'], true), ['3101'], false);
  expect(bodyOf(AREA, draft)).toEqual({ version: 3, opened: ['1602'], closed: ['3101'] });
  expect(bodyOf(AREA, draftOf(AREA))).toEqual({ version: 3, opened: [], closed: [] });
});
