import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { api } from '../data/api.ts';
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
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const isAsked = asked.length >= LEAST_LETTERS;
  const found = useQuery({ ...foundQuery(asked), enabled: isAsked });
  const chosen = useProductName(value);
  return (
    <>
      <Field label={m.db_promotion_of_product()} hint={m.db_promotion_search_hint()} errors={errors}>
        {(control) => (
          <input
            {...control}
            type="search"
            className="input"
            maxLength={100}
            value={words}
            placeholder={chosen}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      {chosen && (
        <p className="strong">
          <bdi>{chosen}</bdi>
        </p>
      )}
      {isAsked && (
        <fieldset className="field choices">
          <legend>{m.db_promotion_found()}</legend>
          {(found.data?.[0] ?? []).map(({ id, name }) => (
            <label key={id}>
              <input type="radio" name="product" checked={id === value} onChange={() => onChange(id)} />
              <bdi>{name}</bdi>
            </label>
          ))}
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
