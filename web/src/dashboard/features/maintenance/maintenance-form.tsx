import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { maintenanceQuery } from '../../data/maintenance.ts';
import { fieldErrors } from '../../data/messages.ts';
import type { ShopClosure, ShopClosureWanted } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { TimeField } from '../../recipe/inputs/day-field.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { bodyOf, type ClosureDraft, draftOf, endsInPast } from './draft.ts';

const nameOf = pathWords({
  isClosed: m.db_maintenance_state,
  message: m.db_maintenance_message,
  endsAt: m.db_maintenance_ends,
});
const LONGEST_MESSAGE = 300;

/** There is one of it, with the name that its drafts are kept by. */
type OneClosure = ShopClosure & { id: string };

export function MaintenanceForm({ closure }: { closure: ShopClosure }) {
  const form = useMaintenanceForm(closure);
  const { draft, error } = form;
  const set = (change: Change<ClosureDraft>) => form.edit(changedBy(change));
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <Field
        label={m.db_maintenance_state()}
        errors={fieldErrors(error, 'isClosed')}
        note={<ConflictNote form={form} path="isClosed" words={stateWord} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={String(draft.isClosed)}
            onChange={({ target }) => set({ isClosed: target.value === 'true' })}
          >
            <option value="false">{stateWord(false)}</option>
            <option value="true">{stateWord(true)}</option>
          </select>
        )}
      </Field>
      <LanguageFields
        legend={m.db_maintenance_message()}
        value={draft.message}
        maxLength={LONGEST_MESSAGE}
        errorsAt={(language) => fieldErrors(error, `message.${language}`)}
        deciding={form}
        path="message"
        onEdit={(edit) => set(({ message }) => ({ message: edit(message) }))}
      />
      <TimeField
        label={m.db_maintenance_ends()}
        hint={m.db_maintenance_ends_hint()}
        value={draft.endsAt}
        errors={form.isTried && endsInPast(draft) ? [m.db_maintenance_past()] : fieldErrors(error, 'endsAt')}
        note={<ConflictNote form={form} path="endsAt" />}
        onChange={(endsAt) => set({ endsAt })}
      />
    </RecordFormFrame>
  );
}

function stateWord(isClosed: boolean): string {
  return isClosed ? m.db_maintenance_closed() : m.db_maintenance_open();
}

function useMaintenanceForm(closure: ShopClosure) {
  return useRecordForm<OneClosure, ClosureDraft, ShopClosureWanted>(
    { ...closure, id: 'shop' },
    {
      kind: 'maintenance',
      draftOf,
      bodyOf,
      send: async (body) => {
        const { data } = await client.PUT('/dashboard/api/maintenance', { body });
        return { ...(data ?? closure), id: 'shop' };
      },
      keyOf: () => maintenanceQuery.queryKey,
      lists: [],
      onSaved: () => told(m.db_maintenance_saved()),
    },
  );
}
