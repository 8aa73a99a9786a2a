import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { MovableList } from '../../parts/movable-list.tsx';
import { namedProductQuery, productName } from '../../parts/named-product.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { ProductAdder } from '../../recipe/inputs/relation-picker.tsx';
import {
  changedPart,
  inMode,
  MOST_PARTS,
  modeOf,
  type PackDraft,
  type PackMode,
  type PartDraft,
  placeSent,
  withPart,
} from './pack.ts';
import { PartFields } from './pack-part-fields.tsx';
import { PackPriceFields } from './pack-price-fields.tsx';
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
    set(() => after.map(({ id: _, ...part }) => part));
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
        <ModeField
          pack={pack}
          combinationsOf={(id) => productOf(id).combinations}
          onChange={(mode) => set((before) => inMode(before, mode, (id) => productOf(id).combinations))}
        />
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
                name={productOf(row.productId).name}
                combinations={productOf(row.productId).combinations}
                errorsAt={(field) => fieldErrors(form.error, `pack[${sent}].${field}`)}
                onChange={(change) => set((before) => changedPart(before, at, change))}
              />
            );
          }}
        </MovableList>
        <PackPriceFields form={form} productOf={(id) => productOf(id).product} />
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
  product: Product | undefined;
}

/** The products of the parts by their ids. */
function useProducts(pack: PackDraft): (id: string) => Named {
  const ids = [...new Set(pack.map(({ productId }) => productId))];
  const found = useQueries({ queries: ids.map(namedProductQuery) });
  return (id) => named(found[ids.indexOf(id)]?.data);
}

function named(product: Product | undefined): Named {
  return { name: product ? productName(product) : '', combinations: product?.combinations ?? [], product };
}

/** What others made of the pack, part by part. */
function packWords(theirs: PackDraft): ReactNode {
  return (
    theirs.length > 0 &&
    // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand twice, and what others made doesn't move
    theirs.map((part, at) => <PartWords key={at} {...part} />)
  );
}

function PartWords({ productId, combinationId, quantity, isChosen }: PartDraft) {
  const { name, combinations } = named(useQuery(namedProductQuery(productId)).data);
  const fixed = combinations.find(({ id }) => id === combinationId)?.displayName;
  const combination = isChosen ? m.db_pack_chosen() : fixed;
  return <span>{` ${quantity} × ${[name, combination].filter(Boolean).join(' · ')} `}</span>;
}

interface ModeFieldProps {
  pack: PackDraft;
  combinationsOf: (id: string) => Product['combinations'];
  onChange: (mode: PackMode) => void;
}

const MODES: Record<PackMode, () => string> = { strict: m.db_pack_strict, flexible: m.db_pack_flexible };

/** Whether the pack is always the same: it follows from its parts, and changes all of them. */
function ModeField({ pack, combinationsOf, onChange }: ModeFieldProps) {
  if (!pack.some(({ productId }) => combinationsOf(productId).length > 0)) return null;
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{m.db_pack_mode()}</legend>
      {(Object.keys(MODES) as PackMode[]).map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            className={checkStyles.check}
            name="pack-mode"
            checked={modeOf(pack) === mode}
            onChange={() => onChange(mode)}
          />
          {MODES[mode]()}
        </label>
      ))}
    </fieldset>
  );
}
