import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { LookupItem } from '../../data/types.ts';
import { MovableList } from '../../parts/movable-list.tsx';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RelationsPicker } from '../../recipe/inputs/relation-picker.tsx';
import { type CollectionDraft, MOST_PICKED, type PickedDraft } from './draft.ts';

interface PickedProductsProps {
  fields: FieldForm<CollectionDraft>;
  mayWrite: boolean;
}

/** The products as shoppers see them one after the other. */
export function PickedProducts({ fields, mayWrite }: PickedProductsProps) {
  const { draft, set, errorsAt, deciding } = fields;
  const { products } = draft;
  const without = (id: string) => products.filter((product) => product.id !== id);
  const toggle = ({ id, name }: LookupItem) => {
    const rest = without(id);
    set({ products: rest.length < products.length ? rest : [...products, { id, name }] });
  };
  const tooMany =
    products.length > MOST_PICKED ? [m.db_collection_too_many({ most: count(MOST_PICKED) })] : [];
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_collection_products()}</legend>
      {products.length === 0 && <p className={fieldStyles.hint}>{m.db_collection_no_products()}</p>}
      <MovableList
        items={products}
        mayMove={mayWrite}
        nameOf={({ name }) => name}
        onMove={(moved) => set({ products: moved })}
        removal={{ label: m.db_choice_take_out, onRemove: (left) => set({ products: left }) }}
      >
        {({ name, isActive }) => (
          <span className="grow">
            <bdi className="strong">{name}</bdi>
            {isActive === false && <small className="muted"> · {m.db_collection_hidden()}</small>}
          </span>
        )}
      </MovableList>
      <ConflictNote form={deciding} path="products" words={namesOf} />
      {mayWrite && (
        <RelationsPicker
          label={m.db_promotion_of_product()}
          of="products"
          value={products.map(({ id }) => id)}
          errors={[...tooMany, ...errorsAt('products')]}
          onToggle={toggle}
        />
      )}
    </fieldset>
  );
}

function namesOf(products: readonly PickedDraft[]): string {
  return products.map(({ name }) => name).join(' · ');
}
