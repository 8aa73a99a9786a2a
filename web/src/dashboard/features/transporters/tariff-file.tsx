import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { textOf } from '@/lib/csv.ts';
import { Field } from '@/ui/form/field.tsx';
import { FileInput } from '@/ui/form/file-input.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage } from '../../data/messages.ts';
import { communesQuery, wilayasQuery } from '../../data/places.ts';
import { ExportLink } from '../../recipe/list/export-link.tsx';
import { type Places, type Read, readTariffs, wilayasWithCommunes } from './tariff-csv.ts';

interface TariffFileProps {
  transporterId: string;
  onRead: (read: Read) => void;
}

const MOST_BYTES = 1 << 20;
const SHOWN_LINES = 10;

/** The prices as a file, and a file into the grid: nothing of it is saved before it was looked at there. */
export function TariffFile({ transporterId, onRead }: TariffFileProps) {
  const queries = useQueryClient();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const text = file.size > MOST_BYTES ? '' : textOf(await file.arrayBuffer());
      return readTariffs(text, await placesOf(queries, wilayasWithCommunes(text)));
    },
    onSuccess: (read) => read && onRead(read),
  });
  const { data: read, error } = reading;
  const wrong = error ? errorMessage(error) : read === null && m.db_tariffs_unreadable();
  return (
    <>
      <TariffExport transporterId={transporterId} />
      <Field
        label={m.db_tariffs_import()}
        errors={wrong ? [wrong] : []}
        note={read && <ReadNote {...read} />}
      >
        {(control) => (
          <FileInput
            control={control}
            accept={['.csv', 'text/csv']}
            allowed={m.db_tariffs_file()}
            onFile={(file) => reading.mutate(file)}
          />
        )}
      </Field>
    </>
  );
}

/** All wilayas, with their communes where those are named. */
async function placesOf(queries: QueryClient, named: ReadonlySet<string>): Promise<Places> {
  const wilayas = await queries.fetchQuery(wilayasQuery);
  const places = wilayas.map(async ({ id }) => {
    const communes = named.has(id) ? await queries.fetchQuery(communesQuery(id)) : [];
    return [id, new Set(communes.map((commune) => commune.id))] as const;
  });
  return new Map(await Promise.all(places));
}

/** All prices of a transporter as a file. */
export function TariffExport({ transporterId }: { transporterId: string }) {
  return (
    <div className={headsStyles.acts}>
      <ExportLink href={`/dashboard/api/transporters/${transporterId}/export`} />
    </div>
  );
}

function ReadNote({ tariffs, removed, wrongLines }: Read) {
  const read = Object.keys(tariffs).length + removed.length;
  const shown = wrongLines.slice(0, SHOWN_LINES).join(', ');
  const more = wrongLines.length > SHOWN_LINES ? '…' : '';
  return (
    <p
      className={
        wrongLines.length > 0
          ? `${noteStyles.note} ${noteStyles.warn}`
          : `${noteStyles.note} ${noteStyles.info}`
      }
      role="status"
    >
      <span className="grow">
        <b>{m.db_tariffs_read({ n: count(read) })}</b>
        {wrongLines.length > 0 && <small>{m.db_tariffs_wrong_lines({ lines: shown + more })}</small>}
      </span>
    </p>
  );
}
