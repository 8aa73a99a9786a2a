import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { warehousesQuery } from '../../data/places.ts';
import type { Choices } from '../../parts/choices.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { destinationsQuery } from './queries.ts';

interface Draft {
  sourceId: string;
  destinationId: string;
  note: string;
}

/** From where to where; what it carries is chosen on its page. */
export function NewExpeditionDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const own = useQuery(warehousesQuery).data;
  const open = useQuery(destinationsQuery).data;
  return (
    <FormDialog
      title={m.db_expedition_new()}
      lead={m.db_expedition_new_lead()}
      submit={m.db_expedition_begin()}
      isReady={Boolean(own?.length && open?.length)}
      start={{ sourceId: '', destinationId: '', note: '' } as Draft}
      rules={({ sourceId, destinationId }) => ({
        sourceId: !sourceId && m.db_expedition_source_required(),
        destinationId: wrongDestination(sourceId, destinationId),
      })}
      bodyOf={({ note, ...places }) => ({ ...places, note: note.trim() })}
      intent={{ name: 'expedition', of: {}, mayRecur: true }}
      send={async (body, key) => {
        const { data } = await client.POST('/dashboard/api/internal-expeditions', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        });
        return data;
      }}
      onSent={(made) => {
        onClose();
        if (made) void navigate({ to: '/expeditions/$id', params: { id: made.id }, ignoreBlocker: true });
      }}
      onSettled={() =>
        queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/internal-expeditions'] })
      }
      onClose={onClose}
    >
      {(form) => {
        const { sourceId, destinationId } = form.draft;
        return (
          <>
            <WarehouseField form={form} at="sourceId" label={m.db_expedition_source()} warehouses={own} />
            <WarehouseField
              form={form}
              at="destinationId"
              label={m.db_expedition_destination()}
              warehouses={open?.filter(({ id }) => id !== sourceId || id === destinationId)}
            />
            <TextField form={form} at="note" label={m.db_expedition_note()} maxLength={500} />
          </>
        );
      }}
    </FormDialog>
  );
}

function wrongDestination(source: string, destination: string): string | false {
  if (!destination) return m.db_expedition_destination_required();
  return source === destination && m.db_expedition_same_warehouse();
}

interface WarehouseFieldProps {
  form: FieldForm<Draft>;
  at: 'sourceId' | 'destinationId';
  label: string;
  warehouses: Choices;
}

function WarehouseField({ form, at, label, warehouses }: WarehouseFieldProps) {
  return (
    <RelationPicker
      label={label}
      of={warehouses}
      value={form.draft[at]}
      errors={form.errorsAt(at)}
      onChange={(id) => form.set({ [at]: id })}
    />
  );
}
