/** Other things that one thing names: chosen from a list that is here, or, of products, found by their words. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { api } from '../../data/api.ts';
import type { LookupItem } from '../../data/types.ts';
import { Chips } from '../../parts/chips.tsx';
import { type Choices, choiceName } from '../../parts/choices.ts';
import { useProductName } from '../../parts/named-product.ts';

/** Fewer letters find too much (specification 5). */
const LEAST_LETTERS = 3;
/** From so many on, a list can be narrowed by words. */
const LONG_LIST = 12;

interface PickerProps {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[];
  note?: ReactNode;
}

interface RelationPickerProps extends PickerProps {
  of: 'products' | Choices;
  /** Id of the one that is chosen; empty for none. */
  value: string;
  /** What choosing none is called; without it, one has to be chosen. */
  none?: string;
  isLocked?: boolean;
  /** Beside the list: a new one. */
  act?: ReactNode;
  onChange: (id: string) => void;
}

/** One thing. What is chosen stays in sight when it is there no more. */
export function RelationPicker({ of, ...picker }: RelationPickerProps) {
  if (of === 'products') return <FoundPicker {...picker} />;
  return <ListPicker choices={of} {...picker} />;
}

type OneProps = Omit<RelationPickerProps, 'of'>;

function ListPicker({
  choices,
  value,
  none,
  isLocked = false,
  act,
  onChange,
  hint,
  ...field
}: OneProps & { choices: Choices }) {
  const isListed = choices?.some(({ id }) => id === value);
  return (
    <Field {...field} hint={choices?.length === 0 ? m.db_choice_none() : hint}>
      {(control) => {
        const select = (
          <select
            {...control}
            className={fieldStyles.input}
            value={value}
            disabled={isLocked}
            onChange={({ target }) => onChange(target.value)}
          >
            {(none !== undefined || value === '') && <option value="">{none ?? m.db_choose()}</option>}
            {value !== '' && !isListed && (
              <option value={value}>{choices ? choiceName(choices, value) : '…'}</option>
            )}
            {choices?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        );
        if (!act) return select;
        return (
          <span className={fieldStyles.withAct}>
            {select}
            {act}
          </span>
        );
      }}
    </Field>
  );
}

function FoundPicker({ value, none: _, isLocked: __, act: ___, onChange, ...field }: OneProps) {
  const chosen = useProductName(value);
  return (
    <ProductSearch {...field} chosen={chosen}>
      {({ id, name }) => (
        <label key={id}>
          <input
            type="radio"
            name="product"
            className={checkStyles.check}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <bdi>{name}</bdi>
        </label>
      )}
    </ProductSearch>
  );
}

interface RelationsPickerProps extends PickerProps {
  of: 'products' | Choices;
  /** Ids of those that are chosen. */
  value: readonly string[];
  /** What choosing none means. */
  none?: string;
  onToggle: (item: LookupItem) => void;
}

/** Any number of things: those of a list as chips over it; found products are shown by who keeps them in an order. */
export function RelationsPicker({ of, ...picker }: RelationsPickerProps) {
  if (of === 'products') return <FoundPickers {...picker} />;
  return <ListPickers choices={of} {...picker} />;
}

type ManyProps = Omit<RelationsPickerProps, 'of'>;

function ListPickers({
  choices,
  label,
  errors = [],
  note,
  value,
  none = m.db_choose(),
  onToggle,
}: ManyProps & { choices: Choices }) {
  const [words, setWords] = useState('');
  const summary = useRef<HTMLElement>(null);
  const all = choices ?? [];
  const items = value.map((id) => ({ id, name: choiceName(choices, id) || '…' }));
  const asked = words.trim().toLocaleLowerCase();
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{label}</legend>
      <Chips
        items={items}
        removal={m.db_choice_take_out}
        onRemove={(id) => {
          onToggle(items.find((item) => item.id === id) ?? { id, name: '' });
          summary.current?.focus();
        }}
      />
      <details>
        <summary ref={summary}>{value.length > 0 ? m.db_choose() : none}</summary>
        {all.length > LONG_LIST && (
          <input
            type="search"
            className={fieldStyles.input}
            aria-label={m.db_choice_narrow()}
            placeholder={m.db_choice_narrow()}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={sendNothing}
          />
        )}
        <div className={fieldStyles.choicesRow}>
          {all
            .filter(({ name }) => name.toLocaleLowerCase().includes(asked))
            .map((item) => (
              <label key={item.id}>
                <input
                  type="checkbox"
                  className={checkStyles.check}
                  checked={value.includes(item.id)}
                  onChange={() => onToggle(item)}
                />
                <bdi>{item.name}</bdi>
              </label>
            ))}
        </div>
      </details>
      {errors.length > 0 && <span className={fieldStyles.error}>{errors.join(' ')}</span>}
      {note}
    </fieldset>
  );
}

function FoundPickers({ value, none: _, onToggle, ...field }: ManyProps) {
  return (
    <ProductSearch {...field}>
      {(product) => (
        <label key={product.id}>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={value.includes(product.id)}
            onChange={() => onToggle(product)}
          />
          <bdi>{product.name}</bdi>
        </label>
      )}
    </ProductSearch>
  );
}

interface ProductAdderProps {
  label: string;
  onAdd: (id: string) => void;
}

/** Products that are added one after the other, the same one again too. */
export function ProductAdder({ label, onAdd }: ProductAdderProps) {
  return (
    <ProductSearch label={label}>
      {({ id, name }) => (
        <button key={id} type="button" className={buttonStyles.button} onClick={() => onAdd(id)}>
          <Plus className="icon" aria-hidden />
          <bdi>{name}</bdi>
        </button>
      )}
    </ProductSearch>
  );
}

interface ProductSearchProps extends PickerProps {
  /** Name of the one that is chosen. */
  chosen?: string;
  /** How a product that was found is chosen. */
  children: (product: LookupItem) => ReactNode;
}

function ProductSearch({ chosen = '', children, ...field }: ProductSearchProps) {
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const isAsked = asked.length >= LEAST_LETTERS;
  const found = useQuery({ ...foundQuery(asked), enabled: isAsked });
  return (
    <>
      <Field {...field} hint={field.hint ?? m.db_promotion_search_hint()}>
        {(control) => (
          <input
            {...control}
            type="search"
            className={fieldStyles.input}
            maxLength={100}
            value={words}
            placeholder={chosen}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={sendNothing}
          />
        )}
      </Field>
      {chosen && (
        <p className="strong">
          <bdi>{chosen}</bdi>
        </p>
      )}
      {isAsked && (
        <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
          <legend>{m.db_promotion_found()}</legend>
          {found.data?.[0]?.map(children)}
          <ProductsMissing found={found} />
        </fieldset>
      )}
    </>
  );
}

/** Why nothing stands there: there is no such product, or nobody knows. */
function ProductsMissing({ found }: { found: UseQueryResult<LookupItem[][], unknown> }) {
  const { data, isError, refetch } = found;
  if (data?.[0]?.length === 0) return <p role="status">{m.db_products_none_title()}</p>;
  if (data || !isError) return null;
  return (
    <p role="alert">
      {m.db_products_load_error()}{' '}
      <button type="button" className={buttonStyles.button} onClick={() => void refetch()}>
        {m.db_retry()}
      </button>
    </p>
  );
}

/** It finds while it is typed, and sends no form around it. */
function sendNothing(event: { key: string; preventDefault: () => void }): void {
  if (event.key === 'Enter') event.preventDefault();
}

function foundQuery(text: string) {
  return api.queryOptions(
    'get',
    '/dashboard/menu/api/products/search/{text}',
    { params: { path: { text } } },
    { staleTime: FRESH.catalogue },
  );
}
