import { m } from '@/i18n/paraglide.gen/messages.js';
import { fieldErrors } from '../../data/messages.ts';
import { useCommuneChoices, useWilayaChoices } from '../../data/places.ts';
import type { Customer } from '../../data/types.ts';
import { choiceName } from '../../parts/choices.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { LongTextField, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { EmailField, NameFields, PhoneField } from '../../recipe/inputs/person-fields.tsx';
import { SearchedPicker } from '../../recipe/inputs/searched-picker.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { type CustomerDraft, missingFields, type Place } from './draft.ts';
import { useCustomerForm } from './use-customer.ts';

const NAMES: Record<string, () => string> = {
  phone: m.db_customer_phone,
  firstname: m.db_customer_firstname,
  lastname: m.db_customer_lastname,
  email: m.db_customer_email,
  place: m.db_customers_where,
  address: m.db_customer_address,
  note: m.db_customer_note,
};

/** As the shop names them where it refuses one. */
const REFUSED: Record<string, string> = { wilayaId: 'wilaya', communeId: 'commune' };

/** Who they are, where they live and what the team should know of them, saved together. */
export function CustomerForm({ customer }: { customer: Customer }) {
  const form = useCustomerForm(customer);
  const { draft, error, isTried } = form;
  const { place } = draft;
  const mayWrite = useAllowed()('orders.confirm');
  const wilayas = useWilayaChoices();
  const communes = useCommuneChoices(place.wilayaId);
  const set = (change: Change<CustomerDraft>) => form.edit(changedBy(change));
  const missing = isTried ? missingFields(draft) : [];
  const errorsAt = (path: string) => [
    ...(missing.includes(path) ? [m.db_field_required()] : []),
    ...fieldErrors(error, REFUSED[path] ?? path),
  ];
  const fields = { draft, set, errorsAt, deciding: form };
  return (
    <RecordFormFrame form={form} nameOf={(path) => NAMES[path]?.() ?? path} mayWrite={mayWrite}>
      {customer.id === NEW_ID && <PhoneField form={fields} />}
      <NameFields form={fields} />
      <EmailField form={fields} />
      <SearchedPicker
        label={m.db_customer_wilaya()}
        of={wilayas}
        none={m.db_customer_wilaya_choose()}
        value={place.wilayaId}
        errors={errorsAt('wilayaId')}
        note={
          <ConflictNote
            form={form}
            path="place"
            words={(theirs: Place) => choiceName(wilayas, theirs.wilayaId)}
          />
        }
        onChange={(wilayaId) => set({ place: { wilayaId, communeId: '' } })}
      />
      <SearchedPicker
        label={m.db_customer_commune()}
        of={communes}
        none={m.db_customer_commune_choose()}
        value={place.communeId}
        errors={errorsAt('communeId')}
        isLocked={place.wilayaId === ''}
        onChange={(communeId) => set({ place: { ...place, communeId } })}
      />
      <TextField form={fields} at="address" label={m.db_customer_address()} maxLength={250} />
      <LongTextField
        form={fields}
        at="note"
        label={m.db_customer_note()}
        hint={m.db_customer_note_hint()}
        rows={3}
        maxLength={1000}
      />
    </RecordFormFrame>
  );
}
