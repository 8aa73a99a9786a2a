import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { FileInput } from '@/ui/form/file-input.tsx';
import { wilayasQuery } from '../../data/places.ts';
import type { Tariffs } from './draft.ts';
import { readTariffs, textOf } from './tariff-csv.ts';

interface TariffFileProps {
  transporterId: string;
  tariffs: Tariffs;
  onChange: (tariffs: Tariffs) => void;
}

type Told = { read: number; wrongLines: readonly number[] } | 'unreadable' | null;

const MOST_BYTES = 1 << 20;
const SHOWN_LINES = 10;

/** The prices as a file, and a file into the grid: nothing of it is saved before it was looked at there. */
export function TariffFile({ transporterId, tariffs, onChange }: TariffFileProps) {
  const [told, setTold] = useState<Told>(null);
  const wilayas = useQuery(wilayasQuery).data ?? [];
  const take = async (file: File) => {
    const text = file.size > MOST_BYTES ? '' : textOf(await file.arrayBuffer());
    const read = readTariffs(text, new Set(wilayas.map(({ id }) => id)));
    if (!read) return setTold('unreadable');
    const removed = new Set(read.removed);
    const others = Object.entries(tariffs).filter(([key]) => !removed.has(key));
    onChange({ ...Object.fromEntries(others), ...read.tariffs });
    const lines = Object.keys(read.tariffs).length + read.removed.length;
    return setTold({ read: lines, wrongLines: read.wrongLines });
  };
  return (
    <>
      <TariffExport transporterId={transporterId} />
      <Field
        label={m.db_tariffs_import()}
        errors={told === 'unreadable' ? [m.db_tariffs_unreadable()] : []}
        note={told !== null && told !== 'unreadable' && <ReadNote {...told} />}
      >
        {(control) => (
          <FileInput
            control={control}
            accept={['.csv', 'text/csv']}
            allowed={m.db_tariffs_file()}
            onFile={(file) => void take(file)}
          />
        )}
      </Field>
    </>
  );
}

/** All prices of a transporter as a file. */
export function TariffExport({ transporterId }: { transporterId: string }) {
  return (
    <div className="acts">
      <a className="btn" href={`/dashboard/api/transporters/${transporterId}/export`} download>
        <Download className="icon" aria-hidden />
        {m.db_export()}
      </a>
    </div>
  );
}

function ReadNote({ read, wrongLines }: Exclude<Told, 'unreadable' | null>) {
  const shown = wrongLines.slice(0, SHOWN_LINES).join(', ');
  const more = wrongLines.length > SHOWN_LINES ? '…' : '';
  return (
    <p className={wrongLines.length > 0 ? 'note note-warn' : 'note note-info'} role="status">
      <span className="grow">
        <b>{m.db_tariffs_read({ n: count(read) })}</b>
        {wrongLines.length > 0 && <small>{m.db_tariffs_wrong_lines({ lines: shown + more })}</small>}
      </span>
    </p>
  );
}
