import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Question } from '@/ui/rich/question.tsx';
import type { Brand } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { useChoices } from '../../parts/choices.ts';
import { RefusedInUse, RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { LISTS, useMergeBrand } from './use-brand.ts';

/** What ends a brand; each asks first. */
export function BrandActions({ brand }: { brand: Brand }) {
  const [isMerging, setMerging] = useState(false);
  const { id, name } = brand;
  if (brand.mergedInto) return null;
  return (
    <>
      <button type="button" className={buttonStyles.button} onClick={() => setMerging(true)}>
        {m.db_brand_merge()}
      </button>
      <RemoveRecord
        path="/dashboard/api/brands/{id}"
        id={id}
        list="/brands"
        lists={LISTS}
        act={m.db_brand_delete()}
        title={m.db_brand_delete_title({ name })}
        body={m.db_brand_delete_body()}
        done={m.db_brand_deleted({ name })}
        inUse={inUse}
        way={({ products }) => Number(products) > 0 && <ItsProducts id={id} />}
      />
      {isMerging && <MergeQuestion brand={brand} onClose={() => setMerging(false)} />}
    </>
  );
}

interface QuestionProps {
  brand: Brand;
  onClose: () => void;
}

function MergeQuestion({ brand, onClose }: QuestionProps) {
  /** As it was when it was asked; who was told what it became answers that. */
  const [asked, setAsked] = useState(brand);
  const [into, setInto] = useState('');
  const merge = useMergeBrand(asked, { onDone: onClose, onRefused: setAsked });
  const send = useSingle(merge);
  const others = useChoices('brands')?.filter(({ id }) => id !== brand.id);
  return (
    <Question
      title={m.db_brand_merge_title({ name: asked.name })}
      body={m.db_brand_merge_body()}
      confirm={m.db_brand_merge()}
      isPending={merge.isPending || into === ''}
      onConfirm={() => void send(into)}
      onClose={onClose}
    >
      {merge.error && <RefusedInUse error={merge.error} inUse={inUse} />}
      <RelationPicker label={m.db_brand_merge_into()} of={others} value={into} onChange={setInto} />
    </Question>
  );
}

function inUse(by: (kind: string) => string): string {
  const [products, lines] = [by('products'), by('lines')];
  return m.db_brand_usage({ products, lines, promotions: by('promotions'), blocks: by('blocks') });
}

function ItsProducts({ id }: { id: string }) {
  return (
    <Link to="/products" search={{ brand: id }} className={buttonStyles.button}>
      {m.db_brand_its_products()}
    </Link>
  );
}
