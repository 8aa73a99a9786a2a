import { expect, it } from 'vitest';
import { bodyOf, draftOf, missingFields, NEW_CUSTOMER } from './draft.ts';

const amina = {
  ...NEW_CUSTOMER,
  id: 'a',
  version: 2,
  phone: '0555123456',
  firstname: 'Amina',
  lastname: 'Haddad',
  wilayaId: '16',
  communeId: '1601',
};

it('sends what differs, without the spaces around it', () => {
  const draft = { ...draftOf(amina), email: '', note: ' rappelle le soir ' };
  expect(bodyOf(amina, draft)).toEqual({ version: 2, note: 'rappelle le soir' });
});

it('needs a name and a phone, and a commune where there is a wilaya', () => {
  expect(missingFields(draftOf(NEW_CUSTOMER))).toEqual(['phone', 'firstname', 'lastname']);
  const moved = { ...draftOf(amina), place: { wilayaId: '31', communeId: '' } };
  expect(missingFields(moved)).toEqual(['communeId']);
  expect(bodyOf(amina, moved)).toBeNull();
  expect(bodyOf(amina, { ...moved, place: { wilayaId: '', communeId: '' } })).toEqual({
    version: 2,
    wilayaId: '',
    communeId: '',
  });
});
