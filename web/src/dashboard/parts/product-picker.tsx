import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';
import { namedProductQuery } from './named-product.ts';

/** Fewer letters find too much (specification 5). */
const LEAST_LETTERS = 3;

interface ProductPickerProps {
  /** Id of the one that is chosen; empty for none. */
  value: string;
  errors: readonly string[];
  onChange: (id: string) => void;
}

/** One product, found by its name. */
export function ProductPicker({ value, errors, onChange }: ProductPickerProps) {
  const chosen = useProductName(value);
  return (
    <ProductSearch label={m.db_promotion_of_product()} errors={errors} chosen={chosen}>
      {({ id, name }) => (
        <label key={id}>
          <input type="radio" name="product" checked={id === value} onChange={() => onChange(id)} />
          <bdi>{name}</bdi>
        </label>
      )}
    </ProductSearch>
  );
}

interface ProductsPickerProps {
  /** Ids of those that are chosen. */
  value: readonly string[];
  errors: readonly string[];
  onToggle: (product: LookupItem) => void;
}

/** Any number of products, each found by its name. */
export function ProductsPicker({ value, errors, onToggle }: ProductsPickerProps) {
  return (
    <ProductSearch label={m.db_promotion_of_product()} errors={errors}>
      {(product) => (
        <label key={product.id}>
          <input type="checkbox" checked={value.includes(product.id)} onChange={() => onToggle(product)} />
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

/** Products, found by their names and added one after the other. */
export function ProductAdder({ label, onAdd }: ProductAdderProps) {
  return (
    <ProductSearch label={label} errors={[]}>
      {({ id, name }) => (
        <button key={id} type="button" className={buttonStyles.button} onClick={() => onAdd(id)}>
          <Plus className="icon" aria-hidden />
          <bdi>{name}</bdi>
        </button>
      )}
    </ProductSearch>
  );
}

interface ProductSearchProps {
  label: string;
  errors: readonly string[];
  /** Name of the one that is chosen. */
  chosen?: string;
  /** How a product that was found is chosen. */
  children: (product: LookupItem) => ReactNode;
}

function ProductSearch({ label, errors, chosen = '', children }: ProductSearchProps) {
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const isAsked = asked.length >= LEAST_LETTERS;
  const found = useQuery({ ...foundQuery(asked), enabled: isAsked });
  return (
    <>
      <Field label={label} hint={m.db_promotion_search_hint()} errors={errors}>
        {(control) => (
          <input
            {...control}
            type="search"
            className={fieldStyles.input}
            maxLength={100}
            value={words}
            placeholder={chosen}
            onChange={({ target }) => setWords(target.value)}
            // It finds while it is typed, and sends no form around it.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
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
          {(found.data?.[0] ?? []).map(children)}
        </fieldset>
      )}
    </>
  );
}

/** The French name of the product with this id; empty while it isn't known. */
export function useProductName(id: string): string {
  const product = useQuery({ ...namedProductQuery(id), enabled: id !== '' });
  return product.data?.texts.find(({ language }) => language === 'fr')?.name ?? '';
}

function foundQuery(text: string) {
  return api.queryOptions(
    'get',
    '/dashboard/menu/api/products/search/{text}',
    { params: { path: { text } } },
    { staleTime: FRESH.catalogue },
  );
}
