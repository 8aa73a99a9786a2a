import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { ProductImport } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { cellAt, saveErrors, toldFault } from './file.ts';
import { ImportPictures } from './import-pictures.tsx';
import { MakeMissing } from './make-missing.tsx';
import { importQuery, picturesQuery, refusedQuery } from './queries.ts';
import { StepTitle } from './step-title.tsx';
import { UndoImport } from './undo-import.tsx';

const PHASES: Readonly<Record<string, () => string>> = {
  open: m.db_import_open_text,
  checking: m.db_import_checking,
  checked: m.db_import_checked,
  importing: m.db_import_importing,
  done: m.db_import_done,
  undoing: m.db_import_undoing,
  undone: m.db_import_undone,
};

interface ImportStepProps {
  id: string;
  onAgain: () => void;
  /** To the same file, where it is still at hand. */
  onCheckAgain: () => void;
}

/** What becomes of the products, before and while they are imported. */
export function ImportStep({ id, onAgain, onCheckAgain }: ImportStepProps) {
  const { data: found, error } = useQuery(importQuery(id));
  return (
    <section className={panelStyles.panel} aria-busy={!found && !error}>
      <header className={headsStyles.panelHead}>
        <StepTitle>{m.db_import_step_check()}</StepTitle>
        {found && <bdi className="muted">{found.name}</bdi>}
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        {error && (
          <p className={fieldStyles.error} role="alert">
            {errorMessage(error)}
          </p>
        )}
        {found && <Progress found={found} />}
        {found && found.refused > 0 && !isRunning(found) && <Faults found={found} />}
        {found?.phase === 'checked' && found.refused > 0 && <MakeMissing id={id} onMade={onCheckAgain} />}
        {found?.phase === 'done' && <ImportPictures id={id} />}
        <div className={headsStyles.acts}>
          {found?.phase === 'checked' && <Start found={found} />}
          {found?.phase === 'done' && (
            <Link to="/products" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
              {m.db_nav_products()}
            </Link>
          )}
          {found?.phase === 'done' && <UndoImport found={found} />}
          {found && !isUndo(found) && <ErrorFile found={found} />}
          <button type="button" className={buttonStyles.button} onClick={onAgain}>
            {m.db_import_other_file()}
          </button>
        </div>
      </div>
    </section>
  );
}

const isRunning = ({ phase }: ProductImport) => ['checking', 'importing', 'undoing'].includes(phase);
const isUndo = ({ phase }: ProductImport) => phase === 'undoing' || phase === 'undone';

function Progress({ found }: { found: ProductImport }) {
  const { phase, settled, portions, made, changed, same, refused } = found;
  const word = PHASES[phase]?.() ?? phase;
  return (
    <>
      <p role="status">{word}</p>
      {isRunning(found) && <progress value={settled} max={portions} aria-label={word} />}
      <dl className={panelStyles.kv}>
        <dt>{isUndo(found) ? m.db_import_removed() : m.db_import_made()}</dt>
        <dd className="num">{count(made)}</dd>
        <dt>{isUndo(found) ? m.db_import_restored() : m.db_import_changed()}</dt>
        <dd className="num">{count(changed)}</dd>
        <dt>{isUndo(found) ? m.db_import_archived() : m.db_import_same()}</dt>
        <dd className="num">{count(same)}</dd>
        <dt>{isUndo(found) ? m.db_import_kept() : m.db_import_refused()}</dt>
        <dd className="num">{count(refused)}</dd>
      </dl>
    </>
  );
}

function Start({ found: { id, made, changed } }: { found: ProductImport }) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async () => {
      await client.POST('/dashboard/api/product-imports/{id}/start', { params: { path: { id } } });
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  });
  const start = useSingle(mutation);
  if (made + changed === 0) return <p className="muted">{m.db_import_nothing()}</p>;
  return (
    <button
      type="button"
      className={`${buttonStyles.button} ${buttonStyles.primary}`}
      disabled={mutation.isPending}
      onClick={() => void start(undefined)}
    >
      {m.db_import_start({ n: count(made + changed) })}
    </button>
  );
}

function ErrorFile({ found: { id, phase, refused } }: { found: ProductImport }) {
  const { data: pictures } = useQuery({ ...picturesQuery(id), enabled: phase === 'done' });
  const saving = useMutation({
    mutationFn: () => saveErrors(id),
    onError: (error) => complained(errorMessage(error)),
  });
  if (refused === 0 && !pictures?.refused) return null;
  return (
    <button
      type="button"
      className={buttonStyles.button}
      disabled={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Download className="icon" aria-hidden />
      {m.db_import_error_file()}
    </button>
  );
}

const SHOWN_FAULTS = 50;
/** Signs of a cell that are shown beside its fault: a description may have thousands. */
const SHOWN_SIGNS = 60;

function shortened(cell: string): string {
  const signs = [...cell];
  return signs.length > SHOWN_SIGNS ? `${signs.slice(0, SHOWN_SIGNS).join('')}…` : cell;
}

function Faults({ found }: { found: ProductImport }) {
  const { data, isError } = useQuery(refusedQuery(found.id));
  if (isError) return <p className={fieldStyles.error}>{m.db_job_rows_error()}</p>;
  const faults = [...(data?.faults ?? [])].sort((one, other) => one.line - other.line);
  // Those of the first portion that has some are told here, of all the file of errors has them.
  const isCut = faults.length > SHOWN_FAULTS || (data !== undefined && data.products.length < found.refused);
  const keyed = faults.slice(0, SHOWN_FAULTS).map((fault) => ({
    key: `${fault.line} ${fault.column} ${fault.code}`,
    fault,
    cell: cellAt(data?.products ?? [], fault),
  }));
  // An undo tells of whole products, and of no cell.
  const hasCells = keyed.some(({ cell }) => cell !== '');
  return (
    <>
      <TableScroll label={m.db_import_faults()}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{m.db_import_line()}</th>
              {hasCells && <th scope="col">{m.db_import_cell()}</th>}
              <th scope="col">{m.db_import_why()}</th>
            </tr>
          </thead>
          <tbody>
            {keyed.map(({ key, fault, cell }) => (
              <tr key={key}>
                <td className="num">{count(fault.line)}</td>
                {hasCells && (
                  <td>
                    <bdi title={cell}>{shortened(cell)}</bdi>
                  </td>
                )}
                <td>{toldFault(fault)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {isCut && !isUndo(found) && <p className="muted small">{m.db_import_faults_more()}</p>}
    </>
  );
}
