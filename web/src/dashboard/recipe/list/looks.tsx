/** How a filter looks in the bar: one control per kind of value, told as data. */
import { Suspense, useId } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type Choices, choiceName } from '../../parts/choices.ts';
import { useHalfTyped } from '../inputs/use-half-typed.ts';

/** Few lists have one: it comes with the first that does. */
const Searched = lazyPart(async () => (await import('../inputs/searched-picker.tsx')).Searched);

interface Words {
  label: () => string;
  /** What no choice is called. */
  all: () => string;
}

export interface Choice<V extends string = string> {
  value: V;
  label: string;
}

export interface PickOne<V extends string = string> extends Words {
  kind: 'one';
  /** A hook: what there is to choose from, beside what is `chosen`, may have to be asked for. */
  useChoices: (chosen: string) => readonly Choice<V>[];
  /** What stands for the other while words are searched: that one is not to be had then. */
  whileSearched?: Readonly<Partial<Record<V, V>>>;
}

/** As `PickOne`, for lists too long to be looked through: found by typing. */
export interface PickSearched extends Words {
  kind: 'searched';
  /** A hook: what there is to choose from has to be asked for. */
  useChoices: () => Choices;
}

/** Things that are chosen by their names, as a filter offers them. */
export function named(choices: Choices): Choice[] {
  return (choices ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** What is offered, and before it the choice that the address names though it is offered no more. */
export function withChosen(offered: readonly Choice[], chosen: string, label: () => string): Choice[] {
  const isOffered = !chosen || offered.some(({ value }) => value === chosen);
  return isOffered ? [...offered] : [{ value: chosen, label: label() }, ...offered];
}

export interface PickYesNo extends Words {
  kind: 'yesNo';
  yes: () => string;
  no: () => string;
}

export interface PickDay {
  kind: 'day';
  label: () => string;
}

export type AnyLook = PickOne | PickSearched | PickYesNo | PickDay;

/** The looks that a filter of this value may have. */
export type FilterLook<V> = [V] extends [never]
  ? never
  : [V] extends [boolean]
    ? PickYesNo
    : [V] extends [string]
      ? PickOne<V> | PickSearched | PickDay
      : never;

export function pickOne<V extends string>(look: Omit<PickOne<V>, 'kind'>): PickOne<V> {
  return { kind: 'one', ...look };
}

export function pickSearched(look: Omit<PickSearched, 'kind'>): PickSearched {
  return { kind: 'searched', ...look };
}

export function pickYesNo(look: Omit<PickYesNo, 'kind'>): PickYesNo {
  return { kind: 'yesNo', ...look };
}

export function pickDay(look: Omit<PickDay, 'kind'>): PickDay {
  return { kind: 'day', ...look };
}

interface LookProps<Look> {
  look: Look;
  value: unknown;
  isSearched?: boolean;
  onChange: (value: string | boolean | undefined) => void;
}

export function FilterControl({ look, ...rest }: LookProps<AnyLook>) {
  switch (look.kind) {
    case 'one':
      return <OneControl look={look} {...rest} />;
    case 'searched':
      return <SearchedControl look={look} {...rest} />;
    case 'yesNo':
      return <YesNoControl look={look} {...rest} />;
    case 'day':
      return <DayControl look={look} {...rest} />;
  }
}

function OneControl({ look, value, isSearched, onChange }: LookProps<PickOne>) {
  const chosen = String(value ?? '');
  const instead = (isSearched && look.whileSearched) || {};
  return (
    <FilterSelect
      label={look.label()}
      all={look.all()}
      value={instead[chosen] ?? chosen}
      options={look.useChoices(chosen).filter((one) => !(one.value in instead))}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

function SearchedControl({ look, value, onChange }: LookProps<PickSearched>) {
  const id = useId();
  const [label, none, of] = [look.label(), look.all(), look.useChoices()];
  const chosen = { value: String(value ?? ''), onChange: (id: string) => onChange(id || undefined) };
  const options = () => of?.map((one) => ({ value: one.id, label: choiceName(of, one.id) })) ?? [];
  return (
    <PartBoundary instead={() => <FilterSelect label={label} all={none} options={options()} {...chosen} />}>
      <Suspense fallback={<input className={fieldStyles.input} disabled placeholder={none} />}>
        <Searched
          control={{ id, 'aria-label': label, 'data-set': value !== undefined }}
          of={of}
          none={none}
          {...chosen}
        />
      </Suspense>
    </PartBoundary>
  );
}

function YesNoControl({ look, value, onChange }: LookProps<PickYesNo>) {
  return (
    <FilterSelect
      label={look.label()}
      all={look.all()}
      value={String(value ?? '')}
      options={[
        { value: 'true', label: look.yes() },
        { value: 'false', label: look.no() },
      ]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
    />
  );
}

function DayControl({ look, value, onChange }: LookProps<PickDay>) {
  const day = String(value ?? '');
  const [isHalf, check] = useHalfTyped(day);
  const errorId = useId();
  return (
    <div className={filtersStyles.day}>
      <label>
        {look.label()}
        <input
          type="date"
          className={fieldStyles.input}
          value={day}
          aria-invalid={isHalf}
          aria-describedby={isHalf ? errorId : undefined}
          onChange={({ target }) => onChange(target.value || undefined)}
          onBlur={check}
        />
      </label>
      {isHalf && (
        <span id={errorId} className={fieldStyles.error}>
          {m.db_day_incomplete()}
        </span>
      )}
    </div>
  );
}
