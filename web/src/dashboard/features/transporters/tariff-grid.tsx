import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ClipboardEvent, Fragment, type KeyboardEvent, useEffect, useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import { communesQuery, wilayasQuery } from '../../data/places.ts';
import { ListBody } from '../../parts/list-body.tsx';
import type { Versioned } from '../../recipe/form/editing.ts';
import { showFirstMistake } from '../../recipe/form/first-mistake.ts';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import type { RecordForm } from '../../recipe/form/use-record-form.ts';
import {
  DELIVERIES,
  isUnreadable,
  keyOf,
  type Place,
  priceOf,
  type TariffDraft,
  type Tariffs,
  withPrices,
} from './draft.ts';
import { type Cell, filledDown, pasted, withFormer } from './grid.ts';
import { TariffDetails } from './tariff-details.tsx';
import { DELIVERY_WORDS } from './words.ts';

interface Row extends Place {
  name: string;
  isDeliverable: boolean;
}

interface Named {
  id: string;
  name: string;
  nameAr: string;
  deliverable: boolean;
}

interface TariffGridProps {
  tariffs: Tariffs;
  /** Absent for those who may only look. */
  edit?: Editing;
}

interface Editing {
  form: Deciding & Pick<RecordForm<Versioned, object>, 'frame' | 'tries'>;
  onChange: (tariffs: Tariffs) => void;
}

/** Where in a tariff both may have changed something: all of it, or one part. */
const CONFLICTING = ['', '.price', '.delay', '.address', '.freeFrom'];

/** Prices to the door and to a desk, a row for each wilaya and for the communes of those that are opened. */
export function TariffGrid(props: TariffGridProps) {
  return (
    <ListBody query={useQuery(wilayasQuery)} isEmpty={() => false} empty={null}>
      {(wilayas) => <Grid wilayas={wilayas} {...props} />}
    </ListBody>
  );
}

function Grid({ wilayas, tariffs, edit }: TariffGridProps & { wilayas: readonly Named[] }) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [at, setAt] = useState<Cell | null>(null);
  const { tries = 0, frame } = edit?.form ?? {};
  const [looked, setLooked] = useState(0);
  const [isSought, setSought] = useState(false);
  const wrong = looked === tries ? [] : unreadable(tariffs);
  const hidden = wilayasOf([...inConflict(edit?.form), ...wrong]).filter((id) => !opened.includes(id));
  if (looked !== tries) {
    setLooked(tries);
    setSought(hidden.length > 0);
  }
  if (hidden.length > 0) {
    setOpened([...opened, ...hidden]);
    setAt(null);
  }
  const communes = useQueries({ queries: opened.map(communesQuery) });
  const isComing = communes.some(({ isPending }) => isPending);
  useEffect(() => {
    if (!isSought || isComing) return;
    setSought(false);
    // Whoever types by now is not taken away from it.
    if (!document.activeElement?.matches('input, textarea')) showFirstMistake(frame?.current ?? null);
  }, [isSought, isComing, frame]);
  const own = new Map(opened.map((id, index) => [id, communes[index]]));
  const rows = rowsOf(wilayas, (id) => own.get(id)?.data ?? []);
  const fill = () => at && edit?.onChange(filledDown(tariffs, rows, at));
  const paste = (event: ClipboardEvent, cell: Cell) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    edit?.onChange(pasted(tariffs, rows, cell, text));
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'd') return;
    // A dialog that a row opens is elsewhere on the page, yet its keys come here too.
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
    event.preventDefault();
    fill();
  };
  const toggle = (id: string) => {
    // Rows move: the cell that was chosen is another one's place now.
    setAt(null);
    setOpened(opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id]);
  };
  return (
    <>
      <div className={headsStyles.acts}>
        {edit && (
          <button type="button" className={buttonStyles.button} disabled={at === null} onClick={fill}>
            {m.db_tariffs_fill_down()} <kbd className="wide-only">Ctrl D</kbd>
          </button>
        )}
        {edit && (
          <button
            type="button"
            className={buttonStyles.button}
            disabled={isSame(withFormer(tariffs), tariffs)}
            onClick={() => edit.onChange(withFormer(tariffs))}
          >
            {m.db_tariffs_former()}
          </button>
        )}
        <span className="small muted">{m.db_tariffs_hint()}</span>
      </div>
      <TableScroll label={m.db_tariffs_title()}>
        <table className={`${tableStyles.table} ${tableStyles.fields}`} onKeyDown={press}>
          <thead>
            <tr>
              <th scope="col">{m.db_tariff_place()}</th>
              {DELIVERIES.map((delivery) => (
                <th key={delivery} scope="col" className={edit ? `end ${tableStyles.overInputs}` : 'end'}>
                  {DELIVERY_WORDS[delivery]()}
                </th>
              ))}
              <th scope="col">{m.db_tariff_details()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Fragment key={`${row.wilayaId}-${row.communeId}`}>
                <tr>
                  <th scope="row">
                    <PlaceName row={row} isOpen={opened.includes(row.wilayaId)} onToggle={toggle} />
                  </th>
                  {DELIVERIES.map((delivery) => (
                    <td
                      key={delivery}
                      className="end"
                      data-label={DELIVERY_WORDS[delivery]()}
                      onPaste={(event) => paste(event, { row: index, delivery })}
                      onFocus={() => setAt({ row: index, delivery })}
                    >
                      {edit ? (
                        <PriceCell
                          label={`${row.name}, ${DELIVERY_WORDS[delivery]()}`}
                          at={keyOf(row, delivery)}
                          inherited={inheritedPrice(tariffs, row, delivery)}
                          tariffs={tariffs}
                          {...edit}
                        />
                      ) : (
                        <bdi className="num">
                          {tariffs[keyOf(row, delivery)]?.price ||
                            inheritedPrice(tariffs, row, delivery) ||
                            '–'}
                        </bdi>
                      )}
                    </td>
                  ))}
                  <td data-label={m.db_tariff_details()}>
                    <TariffDetails name={row.name} place={row} tariffs={tariffs} onChange={edit?.onChange} />
                  </td>
                </tr>
                {row.communeId === null && <CommunesState query={own.get(row.wilayaId)} />}
              </Fragment>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  );
}

/** Where somebody else changed something too: it is decided at its row. */
function inConflict(deciding: Deciding | undefined): string[] {
  return (deciding?.conflicts ?? []).flatMap(({ path }) => /^tariffs\.([^.]+)/.exec(path)?.[1] ?? []);
}

function unreadable(tariffs: Tariffs): string[] {
  return Object.entries(tariffs).flatMap(([key, tariff]) => (isUnreadable(tariff) ? [key] : []));
}

/** Those below which the communes among some places stand. */
function wilayasOf(keys: readonly string[]): string[] {
  const wilayas = keys.flatMap((key) => {
    const [wilayaId, communeId] = key.split('-');
    return wilayaId && communeId ? [wilayaId] : [];
  });
  return [...new Set(wilayas)];
}

/** The communes of an opened wilaya while they are on their way, or did not come. */
function CommunesState({ query }: { query: UseQueryResult<unknown, unknown> | undefined }) {
  if (!query || query.data !== undefined) return null;
  const { error, refetch } = query;
  return (
    <tr>
      <td colSpan={2 + DELIVERIES.length}>
        {error ? (
          <Failed
            message={errorMessage(error)}
            requestId={requestIdOf(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <Bones rows={1} />
        )}
      </td>
    </tr>
  );
}

/** All wilayas by their numbers, each with those of its communes that are shown below it. */
function rowsOf(wilayas: readonly Named[], communesOf: (wilayaId: string) => readonly Named[]): Row[] {
  const nameOf = ({ name, nameAr }: { name: string; nameAr: string }) => (locale() === 'ar' ? nameAr : name);
  return wilayas.flatMap((wilaya) => {
    const wilayaId = wilaya.id;
    return [
      {
        wilayaId,
        communeId: null,
        name: `${wilayaId} ${nameOf(wilaya)}`,
        isDeliverable: wilaya.deliverable,
      },
      ...communesOf(wilayaId).map((commune) => ({
        wilayaId,
        communeId: commune.id,
        name: nameOf(commune),
        isDeliverable: commune.deliverable,
      })),
    ];
  });
}

interface PlaceNameProps {
  row: Row;
  isOpen: boolean;
  onToggle: (wilayaId: string) => void;
}

function PlaceName({ row, isOpen, onToggle }: PlaceNameProps) {
  const undelivered = !row.isDeliverable && <small className="muted"> · {m.db_tariff_undelivered()}</small>;
  if (row.communeId !== null) {
    return (
      <span className="muted">
        <bdi>{row.name}</bdi>
        {undelivered}
      </span>
    );
  }
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className={`${buttonStyles.button} ${buttonStyles.quiet}`}
      aria-expanded={isOpen}
      onClick={() => onToggle(row.wilayaId)}
    >
      <Icon className={isOpen ? 'icon' : 'icon icon-mirrored'} aria-hidden />
      <bdi>{row.name}</bdi>
      {undelivered}
    </button>
  );
}

interface PriceCellProps extends Editing {
  label: string;
  at: string;
  /** What holds where it is empty. */
  inherited: string | undefined;
  tariffs: Tariffs;
}

function PriceCell({ label, at, inherited, tariffs, form, onChange }: PriceCellProps) {
  const text = tariffs[at]?.price ?? '';
  const isWrong = text !== '' && priceOf(text) === null;
  const id = `tariff-${at}`;
  return (
    <>
      <MoneyInput
        control={{ id, 'aria-invalid': isWrong, 'aria-describedby': isWrong ? `${id}-error` : undefined }}
        label={label}
        text={text}
        placeholder={inherited}
        onText={(price) => onChange(withPrices(tariffs, [[at, price]]))}
      />
      {isWrong && (
        <span className={fieldStyles.error} id={`${id}-error`}>
          {m.db_tariff_price_invalid()}
        </span>
      )}
      {CONFLICTING.map((part) => (
        <ConflictNote key={part} form={form} path={`tariffs.${at}${part}`} words={tariffWords} />
      ))}
    </>
  );
}

/** What a commune without a price of its own costs: as its wilaya. */
function inheritedPrice(
  tariffs: Tariffs,
  { wilayaId, communeId }: Place,
  delivery: (typeof DELIVERIES)[number],
) {
  return communeId === null ? undefined : tariffs[keyOf({ wilayaId, communeId: null }, delivery)]?.price;
}

/** A part of a tariff, or the whole one where a side has none. */
function tariffWords(theirs: string | TariffDraft): string {
  if (typeof theirs === 'string') return theirs;
  return [theirs.price, theirs.delay, theirs.freeFrom, theirs.address].filter(Boolean).join(' · ');
}
