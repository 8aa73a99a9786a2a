import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { transportersQuery } from './queries.ts';

/** A transporter by its name; its prices are next. */
export function NewTransporterDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={m.db_transporter_new()}
      lead={m.db_transporter_new_body()}
      submit={m.db_transporter_create()}
      start={{ name: '' }}
      rules={({ name }) => ({ name: !name.trim() && m.db_field_required() })}
      bodyOf={({ name }) => ({ name: name.trim() })}
      intent={{ name: 'transporter', of: {} }}
      send={async ({ name }, id) => {
        const { data } = await client.POST('/dashboard/api/transporters', { body: { id, name } });
        return data?.id ?? id;
      }}
      onSent={(id) => {
        onClose();
        void navigate({ to: '/transporters/$id', params: { id }, ignoreBlocker: true });
      }}
      onSettled={() => queries.invalidateQueries(transportersQuery)}
      onClose={onClose}
    >
      {(form) => <TextField form={form} at="name" label={m.db_transporter_name()} maxLength={100} />}
    </FormDialog>
  );
}
