import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { MovableList } from '../../parts/movable-list.tsx';
import { namedProductQuery } from '../../parts/named-product.ts';
import { ProductAdder } from '../../parts/product-picker.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { productName } from './naming.ts';
import {
  changedPart,
  isPieces,
  MOST_PARTS,
  type PackDraft,
  type PartDraft,
  placeSent,
  withPart,
} from './pack.ts';
import * as pricesStyles from './prices.module.css';
import type { ProductForm } from './use-product-form.ts';

interface PackSectionProps {
  product: Product;
  form: ProductForm;
}

/** What the product holds, if it is a pack: parts that are sold as one, in the order in which shoppers read them. */
export function PackSection({ product, form }: PackSectionProps) {
  const { pack } = form.draft;
  const { rows, keep } = useRows(pack);
  const productOf = useProducts(pack);
  const set = (change: (pack: PackDraft) => PackDraft) =>
    form.edit((draft) => ({ ...draft, pack: change(draft.pack) }));
  const put = (after: readonly PartRow[]) => {
    keep(after.map(({ id }) => id));
    set(() =>
      after.map(({ productId, combinationId, quantity }) => ({ productId, combinationId, quantity })),
    );
  };
  const wrong = fieldErrors(form.error, 'pack');
  return (
    <section id="pack">
      <header className={headsStyles.secHead}>
        <h2>{m.db_pack_title()}</h2>
        <span className="muted">{m.db_pack_hint()}</span>
      </header>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        {wrong.length > 0 && (
          <p className={fieldStyles.error} role="alert">
            {wrong.join(' ')}
          </p>
        )}
        <ConflictNote form={form} path="pack" words={packWords} />
        <MovableList
          items={rows}
          mayMove
          nameOf={({ productId }) => productOf(productId).name}
          onMove={put}
          removal={{ label: m.db_sheet_remove, onRemove: put }}
        >
          {(row) => {
            const at = rows.indexOf(row);
            const sent = placeSent(pack, at, form.sentPack);
            return (
              <PartFields
                part={row}
                {...productOf(row.productId)}
                errorsAt={(field) => fieldErrors(form.error, `pack[${sent}].${field}`)}
                onChange={(change) => set((before) => changedPart(before, at, change))}
              />
            );
          }}
        </MovableList>
        {product.combinations.length > 0 && <p className="muted">{m.db_pack_combined()}</p>}
        {product.combinations.length === 0 && pack.length < MOST_PARTS && (
          <ProductAdder
            label={m.db_pack_add()}
            onAdd={(id) => {
              keep([...rows.map(({ id }) => id), randomId()]);
              set((before) => withPart(before, id));
            }}
          />
        )}
      </div>
    </section>
  );
}

type PartRow = PartDraft & { readonly id: string };

/** The parts, each with an id that goes with it wherever it is put: a product may stand twice until its combination is said. */
function useRows(pack: PackDraft): { rows: readonly PartRow[]; keep: (ids: readonly string[]) => void } {
  const [ids, keep] = useState<readonly string[]>([]);
  // Others, or throwing the draft away, may have made it longer or shorter.
  const isOurs = ids.length === pack.length;
  return { rows: pack.map((part, at) => ({ ...part, id: (isOurs && ids[at]) || String(at) })), keep };
}

interface Named {
  /** Empty while it isn't known. */
  name: string;
  combinations: Product['combinations'];
}

/** The products of the parts by their ids. */
function useProducts(pack: PackDraft): (id: string) => Named {
  const ids = [...new Set(pack.map(({ productId }) => productId))];
  const found = useQueries({ queries: ids.map(namedProductQuery) });
  return (id) => named(found[ids.indexOf(id)]?.data);
}

function named(product: Product | undefined): Named {
  return { name: product ? productName(product) : '', combinations: product?.combinations ?? [] };
}

/** What others made of the pack, part by part. */
function packWords(theirs: PackDraft): ReactNode {
  return (
    theirs.length > 0 &&
    theirs.map((part) => <PartWords key={part.productId + part.combinationId} {...part} />)
  );
}

function PartWords({ productId, combinationId, quantity }: PartDraft) {
  const { name, combinations } = named(useQuery(namedProductQuery(productId)).data);
  const combination = combinations.find(({ id }) => id === combinationId)?.displayName;
  return <span>{` ${quantity} × ${[name, combination].filter(Boolean).join(' · ')} `}</span>;
}

interface PartFieldsProps extends Named {
  part: PartDraft;
  errorsAt: (field: keyof PartDraft) => readonly string[];
  onChange: (change: Partial<PartDraft>) => void;
}

function PartFields({ part, name, combinations, errorsAt, onChange }: PartFieldsProps) {
  const [productErrors, combinationErrors] = [errorsAt('productId'), errorsAt('combinationId')];
  const quantityErrors = isPieces(part.quantity) ? errorsAt('quantity') : [m.db_pack_quantity_wrong()];
  return (
    <div className="grow">
      <p className="strong">
        <bdi>{name}</bdi>
      </p>
      {productErrors.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {productErrors.join(' ')}
        </p>
      )}
      <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
        {combinations.length > 0 && (
          <Field label={m.db_pack_combination({ name })} errors={combinationErrors}>
            {(control) => (
              <select
                {...control}
                className={fieldStyles.input}
                value={part.combinationId}
                onChange={({ target }) => onChange({ combinationId: target.value })}
              >
                {!combinations.some(({ id }) => id === part.combinationId) && (
                  <option value={part.combinationId}>{m.db_choose()}</option>
                )}
                {combinations.map(({ id, displayName }) => (
                  <option key={id} value={id}>
                    {displayName}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label={m.db_pack_quantity({ name })} errors={quantityErrors}>
          {(control) => (
            <input
              {...control}
              className={`${fieldStyles.input} ${fieldStyles.inputShort}`}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
              value={part.quantity}
              onChange={({ target }) => onChange({ quantity: target.value })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
