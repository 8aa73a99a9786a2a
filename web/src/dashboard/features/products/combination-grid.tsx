import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { parseMoney } from '@/ui/form/money-text.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { attributesQuery } from '../../data/attributes.ts';
import { errorsBelow, fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { PageSteps } from '../../parts/page-steps.tsx';
import { showFirstMistake } from '../../recipe/form/first-mistake.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { CombinationPictures } from './combination-pictures.tsx';
import {
  type Code,
  type CombinationRow,
  firstWrongRow,
  nameOf,
  type Rows,
  repeatedCodes,
} from './combinations-draft.ts';
import {
  COLUMNS,
  filledDown,
  type GridColumn,
  pastedCells,
  withCells,
  withoutRow,
  withRow,
} from './grid-edits.ts';
import * as pricesStyles from './prices.module.css';
import type { CombinationsForm } from './use-combinations-form.ts';

/** Rows that are shown at once. */
const PAGE = 50;

const TAKEN: Record<Code, () => string> = {
  sku: m.db_combination_sku_taken,
  barcode: m.db_combination_barcode_taken,
};

/** As the shop names it. */
type Cell = Code | 'priceHt';

interface CombinationGridProps {
  product: Product;
  form: CombinationsForm;
  mayWrite: boolean;
}

/** The combinations as a spreadsheet: typed, pasted, filled down, with the arrows from row to row. */
export function CombinationGrid({ product, form, mayWrite }: CombinationGridProps) {
  const { tries, error, frame } = form;
  const { rows } = form.draft;
  const refused = refusedOf(form);
  const [filter, setFilter] = useState<Readonly<Record<string, string>>>({});
  const [page, setPage] = useState(1);
  const ids = Object.keys(rows).filter((id) => isShown(rows[id], filter));
  const pages = Math.max(1, Math.ceil(ids.length / PAGE));
  const at = Math.min(page, pages);
  const shown = ids.slice((at - 1) * PAGE, at * PAGE);
  const edit = (change: (rows: Rows) => Rows) =>
    form.edit((draft) => ({ ...draft, rows: change(draft.rows) }));
  const [looked, setLooked] = useState({ tries, error });
  const repeated = { sku: repeatedCodes(rows, 'sku'), barcode: repeatedCodes(rows, 'barcode') };
  const errorsOf = (id: string, cell: Cell) => [
    ...(cell !== 'priceHt' && repeated[cell].has(id) ? [TAKEN[cell]()] : []),
    ...refused.at(id, cell),
  ];
  // The first mistake comes into sight before it is looked for.
  if (looked.tries !== tries || looked.error !== error) {
    setLooked({ tries, error });
    const all = Object.keys(rows);
    const mistake = looked.tries === tries ? undefined : firstWrongRow(rows);
    const wrong = mistake ?? (looked.error === error ? undefined : all.find(refused.has));
    if (wrong !== undefined) {
      if (!ids.includes(wrong)) setFilter({});
      const among = ids.includes(wrong) ? ids : all;
      setPage(Math.floor(among.indexOf(wrong) / PAGE) + 1);
    }
  }
  useEffect(() => {
    if (error) showFirstMistake(frame.current);
  }, [error, frame]);
  const fill = (field: 'price' | 'isActive') => edit((before) => filledDown(before, ids, field));
  return (
    <>
      <Filters
        rows={rows}
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          setPage(1);
        }}
      />
      <TableScroll label={m.db_product_combinations()}>
        <table className={`${tableStyles.table} ${tableStyles.fields} ${pricesStyles.combinations}`}>
          <Head onFill={fill} />
          <tbody
            onKeyDown={moveByArrow}
            onPaste={(event) => {
              const cell = cellOf(event);
              const cells = cell && pastedCells(event.clipboardData.getData('text'));
              if (!cells) return;
              event.preventDefault();
              const { skipped } = withCells(rows, ids, cell, cells);
              if (skipped > 0) complained(m.db_combinations_prices_skipped({ n: count(skipped) }));
              edit((before) => withCells(before, ids, cell, cells).rows);
            }}
          >
            {shown.map((id) => (
              <Row key={id} {...{ product, id, form, mayWrite }} errorsOf={(cell) => errorsOf(id, cell)} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {pages > 1 && <PageSteps page={at} size={PAGE} list={{ total: ids.length }} onPage={setPage} />}
    </>
  );
}

/** What the shop says of what was sent, of each cell until it is typed anew; it names a row by its place in that. */
function refusedOf({ error, sent, draft }: CombinationsForm) {
  const places = new Map(Object.keys(sent?.rows ?? {}).map((id, place) => [id, place]));
  return {
    at: (id: string, cell: Cell): string[] => {
      const field = cell === 'priceHt' ? 'price' : cell;
      const isAsSent = sent?.rows[id]?.[field] === draft.rows[id]?.[field];
      return isAsSent ? fieldErrors(error, `combinations[${places.get(id)}].${cell}`) : [];
    },
    has: (id: string): boolean =>
      isSame(sent?.rows[id], draft.rows[id]) &&
      errorsBelow(error, `combinations[${places.get(id)}].`).length > 0,
  };
}

function isShown(row: CombinationRow | undefined, filter: Readonly<Record<string, string>>): boolean {
  return row?.options.every(({ kind, name }) => !filter[kind] || filter[kind] === name) ?? false;
}

interface FiltersProps {
  rows: Rows;
  filter: Readonly<Record<string, string>>;
  onFilter: (filter: Readonly<Record<string, string>>) => void;
}

/** One per attribute that has several options. */
function Filters({ rows, filter, onFilter }: FiltersProps) {
  const names = new Map<string, Set<string>>();
  for (const { kind, name } of Object.values(rows).flatMap(({ options }) => options)) {
    names.set(kind, (names.get(kind) ?? new Set()).add(name));
  }
  const attributes = useQuery(attributesQuery).data ?? [];
  const labelOf = (kind: string) => {
    const attribute = attributes.find((one) => one.kind === kind);
    return attribute ? written(attribute.name) : kind;
  };
  const open = [...names].filter(([, options]) => options.size > 1);
  if (open.length < 2) return null;
  return (
    <div className={filtersStyles.filters}>
      {open.map(([kind, options]) => (
        <FilterSelect
          key={kind}
          label={labelOf(kind)}
          all={m.db_combinations_all_of({ name: labelOf(kind) })}
          value={filter[kind] ?? ''}
          options={[...options].map((name) => ({ value: name, label: name }))}
          onChange={(name) => onFilter({ ...filter, [kind]: name })}
        />
      ))}
    </div>
  );
}

function Head({ onFill }: { onFill: (field: 'price' | 'isActive') => void }) {
  return (
    <thead>
      <tr>
        <th scope="col">{m.db_product_combination()}</th>
        <th scope="col">{m.db_product_sku()}</th>
        <th scope="col" className={`end ${tableStyles.overInputs}`}>
          <Fill label={m.db_combinations_fill_price()} onFill={() => onFill('price')} />
          {m.db_product_price_ht()}
        </th>
        <th scope="col">{m.db_product_barcode()}</th>
        <th scope="col">
          {m.db_products_active()}
          <Fill label={m.db_combinations_fill_active()} onFill={() => onFill('isActive')} />
        </th>
        <th scope="col">{m.db_product_default()}</th>
        <th scope="col">{m.db_product_images()}</th>
        <td />
      </tr>
    </thead>
  );
}

function Fill({ label, onFill }: { label: string; onFill: () => void }) {
  return (
    <button type="button" className={buttonStyles.icon} aria-label={label} title={label} onClick={onFill}>
      <ArrowDownToLine className="icon icon-sm" aria-hidden />
    </button>
  );
}

interface RowProps extends CombinationGridProps {
  id: string;
  errorsOf: (cell: Cell) => readonly string[];
}

function Row({ product, id, form, mayWrite, errorsOf }: RowProps) {
  const row = form.draft.rows[id];
  if (!row) return null;
  const name = nameOf(row);
  const isUnread = parseMoney(row.price) === null;
  const priceErrors = [...(isUnread ? [m.db_product_price_invalid()] : []), ...errorsOf('priceHt')];
  const isPriceWrong = priceErrors.length > 0;
  const set = (change: Partial<CombinationRow>) => form.edit((draft) => withRow(draft, id, change));
  const note = (field: string, words?: (theirs: never) => string) => (
    <ConflictNote form={form} path={`rows.${id}${field}`} {...(words && { words })} />
  );
  return (
    <tr data-id={id}>
      <td>
        <bdi className="strong">{name}</bdi>
        {note('', (theirs: CombinationRow | undefined) => theirs?.sku ?? '')}
      </td>
      <td data-label={m.db_product_sku()}>
        <CodeCell
          {...{ id, name }}
          code="sku"
          text={row.sku}
          errors={errorsOf('sku')}
          onText={(sku) => set({ sku })}
        />
        {note('.sku')}
      </td>
      <td data-label={m.db_product_price_ht()} data-column="price">
        <MoneyInput
          control={{
            id: `price-${id}`,
            'aria-invalid': isPriceWrong,
            'aria-describedby': isPriceWrong ? `price-${id}-error` : undefined,
          }}
          label={m.db_products_price_of({ name })}
          text={row.price}
          changed={isUnread}
          onText={(price) => set({ price })}
        />
        {isPriceWrong && (
          <span className={fieldStyles.error} id={`price-${id}-error`}>
            {priceErrors.join(' ')}
          </span>
        )}
        {parseMoney(row.price) === 0 && <small className="end">{m.db_product_combination_base()}</small>}
        {note('.price')}
      </td>
      <td data-label={m.db_product_barcode()}>
        <CodeCell
          {...{ id, name }}
          code="barcode"
          text={row.barcode}
          errors={errorsOf('barcode')}
          onText={(barcode) => set({ barcode })}
        />
        {note('.barcode')}
      </td>
      <td data-label={m.db_products_active()}>
        <input
          type="checkbox"
          className={checkStyles.check}
          aria-label={m.db_combinations_active({ name })}
          checked={row.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
        />
        {note('.isActive', (isActive: boolean) =>
          isActive ? m.db_products_active_on() : m.db_products_active_off(),
        )}
      </td>
      <td data-label={m.db_product_default()}>
        <input
          type="radio"
          name="default"
          className={checkStyles.check}
          aria-label={m.db_combinations_default({ name })}
          checked={form.draft.defaultId === id}
          onChange={() => form.edit((draft) => ({ ...draft, defaultId: id }))}
        />
      </td>
      <td data-label={m.db_product_images()}>
        <CombinationPictures {...{ product, id, name, mayWrite }} />
      </td>
      <td data-acts>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_combinations_remove_one({ name })}
          onClick={() => form.edit((draft) => withoutRow(draft, id))}
        >
          <X className="icon" aria-hidden />
        </button>
      </td>
    </tr>
  );
}

const CODE_LABELS: Record<Code, (inputs: { name: string }) => string> = {
  sku: m.db_combinations_sku,
  barcode: m.db_combinations_barcode,
};

interface CodeCellProps {
  id: string;
  code: Code;
  text: string;
  name: string;
  errors: readonly string[];
  onText: (text: string) => void;
}

function CodeCell({ id, code, text, name, errors, onText }: CodeCellProps) {
  const errorId = `${code}-${id}`;
  return (
    <span data-column={code}>
      <input
        className={fieldStyles.input}
        dir="ltr"
        maxLength={64}
        aria-label={CODE_LABELS[code]({ name })}
        {...(errors.length > 0 && { 'aria-invalid': true, 'aria-describedby': errorId })}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {errors.length > 0 && (
        <span className={fieldStyles.error} id={errorId}>
          {errors.join(' ')}
        </span>
      )}
    </span>
  );
}

/** Which cell something happened in. */
function cellOf({ target }: ClipboardEvent): [string, GridColumn] | null {
  if (!(target instanceof HTMLElement)) return null;
  const id = target.closest<HTMLElement>('[data-id]')?.dataset.id;
  const name = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const column = COLUMNS.find((one) => one === name);
  return id && column ? [id, column] : null;
}

/** Up and down, to the same column of the next row. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' } as const;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (!(event.target instanceof HTMLElement)) return;
  const column = event.target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const row = event.target.closest('tr')?.[step[event.key]];
  if (!column || !row) return;
  event.preventDefault();
  row.querySelector<HTMLInputElement>(`[data-column="${column}"] input`)?.select();
}
