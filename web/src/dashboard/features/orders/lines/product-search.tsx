/** A product of the shop, found by words of its name or its SKU, typed or scanned. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useSettled } from '@/lib/use-settled.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { errorMessage } from '../../../data/messages.ts';
import type { ProductRow } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import * as itemStyles from '../../../parts/item.module.css';
import { Thumb } from '../../../parts/thumb.tsx';
import * as styles from './lines.module.css';
import { foundQuery, LEAST_LETTERS, useFoundAvailable } from './queries.ts';
import { stockWord } from './stock-word.ts';

const SETTLED_MS = 200;

/** What a scanner wrote elsewhere; each scan is another one. */
export interface Scanned {
  readonly code: string;
}

interface ProductSearchProps {
  input: RefObject<HTMLInputElement | null>;
  /** Looked for as if it had been written here. */
  scanned?: Scanned | undefined;
  onTake: (row: ProductRow, words: string) => void;
  /** What is to be answered before it is in the order, by Enter and Escape where nothing is looked for. */
  beside?: { enter: () => void; leave: () => void } | undefined;
}

export function ProductSearch({ input, scanned, onTake, beside }: ProductSearchProps) {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  /** Enter was pressed before it was known what is found, as a scanner does. */
  const [isHurried, setHurried] = useState(false);
  /** Enter took nothing of these words: they still mean something. */
  const [isOpenQuestion, setOpenQuestion] = useState(false);
  const { rows, available, isFailed, error, refetch } = useFound(words);
  const shown = isOpen ? (rows ?? []) : [];
  const active = shown[Math.min(at, shown.length - 1)];
  const type = (text: string) => {
    setWords(text);
    setOpen(text.trim().length >= LEAST_LETTERS);
    setAt(0);
    setHurried(false);
    setOpenQuestion(false);
  };
  const [heard, setHeard] = useState(scanned);
  if (scanned && scanned !== heard) {
    setHeard(scanned);
    type(scanned.code);
    setHurried(true);
  }
  const take = (row: ProductRow) => {
    type('');
    onTake(row, words);
  };
  /** What is scanned next takes its place, instead of being written behind it. */
  const select = () => {
    setOpenQuestion(words.trim() !== '');
    if (document.activeElement === input.current) input.current?.select();
  };
  // Of several, whoever scanned has to choose.
  useEffect(() => {
    if (!isHurried || !(rows || isFailed)) return;
    setHurried(false);
    const [only, ...others] = rows ?? [];
    if (only && others.length === 0 && isWhole(words, only)) take(only);
    else select();
  });
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const isWord = words.trim() !== '';
    if (key === 'Enter') {
      // With Ctrl it sends the form around it, unless something is looked for: that is not in it yet.
      if (isWord) event.stopPropagation();
      else if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (active) take(active);
      else if (!isWord) beside?.enter();
      else if (rows || isFailed || words.trim().length < LEAST_LETTERS) select();
      else setHurried(true);
    } else if (key === 'Escape' && (isWord || beside)) {
      event.stopPropagation();
      if (isWord) type('');
      else beside?.leave();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && rows?.length) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : rows.length - 1;
      if (isOpen) setAt((at + step) % rows.length);
      else setOpen(true);
    }
  };
  return (
    <div data-adding={isHurried || isOpenQuestion || undefined}>
      <Field label={m.db_order_lines_add()}>
        {(control) => (
          <>
            <input
              {...control}
              ref={input}
              role="combobox"
              className={fieldStyles.input}
              maxLength={100}
              autoComplete="off"
              placeholder={m.db_order_lines_add_hint()}
              aria-autocomplete="list"
              aria-expanded={shown.length > 0}
              aria-controls={`${control.id}-list`}
              aria-activedescendant={active && `${control.id}-${active.id}`}
              data-closes-list={words.trim() !== '' || beside !== undefined || undefined}
              value={words}
              onChange={({ target }) => type(target.value)}
              onClick={() => setOpen(true)}
              onBlur={({ target }) => target !== document.activeElement && setOpen(false)}
              onKeyDown={press}
            />
            <Found control={control} rows={shown} available={available} active={active} onTake={take} />
          </>
        )}
      </Field>
      <p role="status" className="small muted">
        {isOpen && words.trim() !== '' && rows?.length === 0 && m.db_choice_not_found()}
      </p>
      {isFailed && (
        <p role="alert" className={fieldStyles.error}>
          {errorMessage(error)}{' '}
          <button
            type="button"
            className={buttonStyles.button}
            onClick={() => {
              refetch();
              input.current?.focus();
              setOpen(true);
            }}
          >
            {m.db_retry()}
          </button>
        </p>
      )}
    </div>
  );
}

/** Nothing while it isn't known what these words find. */
function useFound(words: string) {
  const wanted = words.trim();
  const settled = useSettled(wanted, SETTLED_MS);
  const isSettled = settled === wanted && wanted.length >= LEAST_LETTERS;
  const { data, error, isError, refetch } = useQuery(foundQuery(settled));
  const available = useFoundAvailable(settled, data?.products ?? []);
  return {
    rows: isSettled ? data?.products : undefined,
    available,
    isFailed: isSettled && isError && !data,
    error,
    refetch: () => void refetch(),
  };
}

/** Shorter digits are a part of some barcode, whatever was meant by them: that is shown, and taken by one Enter more. */
const LEAST_DIGITS = 8;

function isWhole(words: string, { name }: ProductRow): boolean {
  const code = words.trim();
  return !/^\d+$/.test(code) || code.length >= LEAST_DIGITS || name.includes(code);
}

interface FoundProps {
  control: ControlProps;
  rows: readonly ProductRow[];
  /** By product; nothing of what isn't known. */
  available: ReadonlyMap<string, number> | undefined;
  active: ProductRow | undefined;
  onTake: (row: ProductRow) => void;
}

function Found({ control, rows, available, active, onTake }: FoundProps) {
  return (
    <div
      id={`${control.id}-list`}
      role="listbox"
      className={styles.found}
      aria-label={m.db_promotion_found()}
      hidden={rows.length === 0}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
        <div
          key={row.id}
          id={`${control.id}-${row.id}`}
          role="option"
          tabIndex={-1}
          className={itemStyles.item}
          aria-selected={row === active}
          ref={(option) => {
            if (row === active) option?.scrollIntoView?.({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(row)}
        >
          <Thumb src={row.image} small />
          <div>
            <bdi className="strong">{row.name}</bdi>
            <About row={row} free={available?.get(row.id)} />
          </div>
          <Prices row={row} />
        </div>
      ))}
    </div>
  );
}

/** Of which brand it is, and what there is of it where that is known. */
function About({ row, free }: { row: ProductRow; free: number | undefined }) {
  return (
    <small>
      {row.brand && <bdi>{row.brand}</bdi>}
      {row.brand && free !== undefined && ' · '}
      {free !== undefined && <span className={free > 0 ? 'num' : 'num hot'}>{stockWord(free)}</span>}
    </small>
  );
}

/** Before promotions; which of the two is charged, the settings say, which not everybody may read. */
function Prices({ row }: { row: ProductRow }) {
  return (
    <div className={styles.prices}>
      {m.db_order_lines_ht()} <Amount value={fromDinars(row.priceHt)} decimals="needed" />
      <br />
      {m.db_order_lines_ttc()} <Amount value={fromDinars(row.priceTtc)} decimals="needed" />
    </div>
  );
}
