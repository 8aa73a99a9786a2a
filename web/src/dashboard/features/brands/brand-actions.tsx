import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Brand } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { choicesQuery } from './queries.ts';
import { usageIn, useDeleteBrand, useMergeBrand } from './use-brand.ts';

/** What ends a brand; each asks first. */
export function BrandActions({ brand }: { brand: Brand }) {
  const [asked, setAsked] = useState<'merge' | 'delete' | null>(null);
  const close = () => setAsked(null);
  if (brand.mergedInto) return null;
  return (
    <>
      <button type="button" className={buttonStyles.button} onClick={() => setAsked('merge')}>
        {m.db_brand_merge()}
      </button>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked('delete')}
      >
        {m.db_brand_delete()}
      </button>
      {asked === 'merge' && <MergeQuestion brand={brand} onClose={close} />}
      {asked === 'delete' && <DeleteQuestion brand={brand} onClose={close} />}
    </>
  );
}

interface QuestionProps {
  brand: Brand;
  onClose: () => void;
}

function DeleteQuestion({ brand, onClose }: QuestionProps) {
  const remove = useDeleteBrand(brand);
  const send = useSingle(remove);
  return (
    <Question
      title={m.db_brand_delete_title({ name: brand.name })}
      body={m.db_brand_delete_body()}
      confirm={m.db_brand_delete()}
      isPending={remove.isPending}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {remove.error && <Refused brand={brand} error={remove.error} />}
    </Question>
  );
}

function MergeQuestion({ brand, onClose }: QuestionProps) {
  const [into, setInto] = useState('');
  const merge = useMergeBrand(brand, onClose);
  const send = useSingle(merge);
  const choices = (useQuery(choicesQuery).data?.[0] ?? []).filter(({ id }) => id !== brand.id);
  return (
    <Question
      title={m.db_brand_merge_title({ name: brand.name })}
      body={m.db_brand_merge_body()}
      confirm={m.db_brand_merge()}
      isPending={merge.isPending || into === ''}
      onConfirm={() => void send(into)}
      onClose={onClose}
    >
      {merge.error && <Refused brand={brand} error={merge.error} />}
      <Field label={m.db_brand_merge_into()}>
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={into}
            onChange={({ target }) => setInto(target.value)}
          >
            <option value="">{m.db_brand_merge_choose()}</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Question>
  );
}

/** Why it stays, and where what names it is to be found. */
function Refused({ brand, error }: { brand: Brand; error: Error }) {
  const usage = usageIn(error);
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {usage && (
          <small>
            {m.db_brand_usage({
              products: count(usage.products),
              lines: count(usage.lines),
              promotions: count(usage.promotions),
              blocks: count(usage.blocks),
            })}
          </small>
        )}
      </span>
      {usage && usage.products > 0 && (
        <Link to="/products" search={{ brand: brand.id }} className={buttonStyles.button}>
          {m.db_brand_its_products()}
        </Link>
      )}
    </div>
  );
}
