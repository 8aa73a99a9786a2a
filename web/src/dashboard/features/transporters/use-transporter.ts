/** What is done with a transporter. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { TransporterChange, TransporterDetail } from '../../data/types.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf, isUnreadable, portions, type TransporterDraft } from './draft.ts';
import { transporterQuery, transportersQuery } from './queries.ts';

/** The form of a transporter with all its prices. */
export function useTransporterForm(transporter: TransporterDetail) {
  return useRecordForm(transporter, {
    kind: 'transporter',
    draftOf,
    bodyOf,
    obstacle,
    send: (change) => saveAll(transporter, change),
    keyOf: ({ id }) => transporterQuery(id).queryKey,
    lists: [transportersQuery.queryKey[1]],
    onSaved: ({ name }) => told(m.db_transporter_saved({ name })),
  });
}

/** Of a price that can't be read, in a wilaya that is closed. */
function obstacle({ tariffs }: TransporterDraft): string | undefined {
  return Object.values(tariffs).some(isUnreadable) ? m.db_tariffs_obstacle() : undefined;
}

/** One request after the other, each onto the version that the one before made. */
async function saveAll(read: TransporterDetail, change: TransporterChange): Promise<TransporterDetail> {
  let saved = { ...read, version: change.version };
  for (const portion of portions(change)) {
    const body = { ...portion, version: saved.version };
    const params = { path: { id: read.id } };
    const { data } = await client.PATCH('/dashboard/api/transporters/{id}', { params, body });
    if (data) saved = data;
  }
  return saved;
}
