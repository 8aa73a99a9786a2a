import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import { useWilayaChoices } from '../../data/places.ts';
import type { Warehouse } from '../../data/types.ts';
import { choiceName } from '../../parts/choices.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { SearchedPicker } from '../../recipe/inputs/searched-picker.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { parsePriority, type WarehouseDraft } from './draft.ts';
import { useWarehouseForm } from './use-warehouse.ts';

const nameOf = pathWords({
  name: m.db_warehouse_name,
  wilayaId: m.db_warehouse_wilaya,
  priority: m.db_warehouse_priority,
});

/** Name, wilaya and place in the order in which warehouses are asked, saved together. */
export function WarehouseForm({ warehouse }: { warehouse: Warehouse }) {
  const form = useWarehouseForm(warehouse);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('warehouses.write');
  const wilayas = useWilayaChoices();
  const set = (change: Partial<WarehouseDraft>) => form.edit((before) => ({ ...before, ...change }));
  const missing = (text: string) => (isTried && !text.trim() ? [m.db_field_required()] : []);
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <Field
        label={m.db_warehouse_name()}
        errors={[...missing(draft.name), ...fieldErrors(error, 'name')]}
        note={<ConflictNote form={form} path="name" />}
      >
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <SearchedPicker
        label={m.db_warehouse_wilaya()}
        of={wilayas}
        none={m.db_warehouse_wilaya_choose()}
        value={draft.wilayaId}
        errors={[...missing(draft.wilayaId), ...fieldErrors(error, 'wilaya')]}
        note={<ConflictNote form={form} path="wilayaId" words={(id: string) => choiceName(wilayas, id)} />}
        onChange={(wilayaId) => set({ wilayaId })}
      />
      <Field
        label={m.db_warehouse_priority()}
        hint={m.db_warehouse_priority_hint()}
        errors={
          parsePriority(draft.priority) === null ? [m.db_rule_priority()] : fieldErrors(error, 'priority')
        }
        note={<ConflictNote form={form} path="priority" />}
      >
        {(control) => (
          <input
            {...control}
            className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
            inputMode="numeric"
            dir="ltr"
            value={draft.priority}
            onChange={({ target }) => set({ priority: target.value })}
          />
        )}
      </Field>
    </RecordFormFrame>
  );
}
