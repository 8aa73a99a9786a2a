import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { errorMessage } from '../../data/messages.ts';
import type { FileColumns } from '../../data/types.ts';
import { COLUMNS, type Column, type Mapping, mappingOf } from './columns.ts';
import type { ChosenFile } from './file.ts';
import { columnsQuery } from './queries.ts';
import { StepTitle } from './step-title.tsx';
import { useSend } from './use-send.ts';
import { columnWord } from './words.ts';

interface ColumnsStepProps {
  file: ChosenFile;
  onSent: (id: string) => void;
  onAgain: () => void;
}

/** What each column of the file is; then the file goes to the shop, which checks it. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { data, isError } = useQuery(columnsQuery());
  // Nobody waits for what only saves them some choices.
  if (!data && !isError) return <section className={panelStyles.panel} aria-busy />;
  return <Columns {...props} remembered={data?.files ?? []} />;
}

interface ColumnsProps extends ColumnsStepProps {
  remembered: readonly FileColumns[];
}

function Columns({ file, onSent, onAgain, remembered }: ColumnsProps) {
  const [mapping, setMapping] = useState<Mapping>(() => mappingOf(file.headers, remembered));
  const send = useSend(file, onSent);
  const named = mapping.filter(Boolean);
  const isRepeated = new Set(named).size < named.length;
  const wrong = isRepeated ? m.db_import_repeated() : send.error && errorMessage(send.error);
  return (
    <section className={panelStyles.panel}>
      <UnsavedGuard isDirty={send.isPending} />
      <header className={headsStyles.panelHead}>
        <StepTitle>{m.db_import_step_columns()}</StepTitle>
        <bdi className="muted">{file.name}</bdi>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <p className="muted">{m.db_import_columns_hint()}</p>
        <TableScroll label={m.db_import_step_columns()}>
          <MappingTable file={file} mapping={mapping} onChange={setMapping} />
        </TableScroll>
        {send.isEmpty && (
          <p className={fieldStyles.error} role="alert">
            {m.db_import_no_products()}
          </p>
        )}
        {named.length === 0 && <p className="muted">{m.db_import_columns_none()}</p>}
        {wrong && (
          <p className={fieldStyles.error} role="alert">
            {wrong}
          </p>
        )}
        {send.isPending && (
          <progress value={send.progress} max={1} aria-label={m.db_import_sending()}>
            {m.db_import_sending()}
          </progress>
        )}
        <div className={headsStyles.acts}>
          <button
            type="button"
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
            disabled={send.isPending || isRepeated || named.length === 0}
            onClick={() => send.press(mapping)}
          >
            {m.db_import_check()}
          </button>
          <button type="button" className={buttonStyles.button} disabled={send.isPending} onClick={onAgain}>
            {m.db_import_other_file()}
          </button>
        </div>
      </div>
    </section>
  );
}

interface MappingTableProps {
  file: ChosenFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

function MappingTable({ file, mapping, onChange }: MappingTableProps) {
  const keyed = file.headers.map((header, at) => ({ key: `${at} ${header}`, header, at }));
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{m.db_import_column()}</th>
          <th scope="col">{m.db_import_meaning()}</th>
          <th scope="col">{m.db_import_sample()}</th>
        </tr>
      </thead>
      <tbody>
        {keyed.map(({ key, header, at }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{header}</bdi>
            </th>
            <td>
              <select
                className={`${fieldStyles.input} ${fieldStyles.inputMeaning}`}
                aria-label={m.db_import_meaning_of({ name: header })}
                value={mapping[at] ?? ''}
                onChange={({ target }) => onChange(changed(mapping, at, target.value as Column | ''))}
              >
                <option value="">{m.db_import_left_out()}</option>
                {COLUMNS.map((column) => (
                  <option key={column} value={column}>
                    {columnWord(column)}
                  </option>
                ))}
              </select>
            </td>
            <td className="muted">
              <bdi>{sampleOf(file, at)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const changed = (mapping: Mapping, at: number, column: Column | ''): Mapping =>
  mapping.map((before, index) => (index === at ? column : before));

const LONGEST_SAMPLE = 60;
const LOOKED_THROUGH = 50;

/** The first cell of the column that says something. */
function sampleOf({ rows }: ChosenFile, at: number): string {
  const said = rows.slice(0, LOOKED_THROUGH).find((row) => row[at]?.trim());
  return said?.[at]?.slice(0, LONGEST_SAMPLE) ?? '';
}
