import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { Collection } from '../../data/types.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, PositionField, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { useAllowed } from '../../session/use-session.ts';
import { type CollectionDraft, daysOf, isBelow, isEmpty, isPrice } from './draft.ts';
import { PickedProducts } from './picked-products.tsx';
import { RuleFields } from './rule-fields.tsx';
import { useCollectionForm } from './use-collection.ts';

const wordsOf = pathWords({
  name: m.db_line_name,
  slug: m.db_line_slug,
  isActive: m.db_cms_state,
  picture: m.db_line_picture,
  about: m.db_line_about,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
  position: m.db_line_position,
  isRuled: m.db_collection_kind,
  products: m.db_collection_products,
  rule: m.db_collection_rule,
  categories: m.db_collection_categories,
  brands: m.db_collection_brands,
  tags: m.db_product_tags,
  priceFrom: m.db_collection_price_from,
  priceTo: m.db_collection_price_to,
  newWithinDays: m.db_collection_days,
  isFeatured: m.db_collection_featured,
  isOnPromotion: m.db_collection_on_promotion,
});

/** Conditions of the rule are called as what they are: `rule.tags`. */
const nameOf = (path: string) => wordsOf(path.replace(/^rule\./, ''));

/** Of these the shop names the one that is wrong: `rule.tags[2]`. */
const LISTS = ['products', 'rule.categories', 'rule.brands', 'rule.tags'];

/** Name, address, picture, place and texts of a collection with what it has, saved together. */
export function CollectionForm({ collection }: { collection: Collection }) {
  const form = useCollectionForm(collection);
  const mayWrite = useAllowed()('catalog.write');
  const { draft } = form;
  const fields = fieldsOf(form, { wrongAt, taken: m.db_collection_taken, lists: LISTS });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <TextsField form={fields} at="name" nameOf={nameOf} most={300} />
      <TextField form={fields} at="slug" label={m.db_line_slug()} hint={m.db_line_slug_hint()} dir="ltr" />
      <StateField fields={fields} />
      <KindField fields={fields} />
      {draft.isRuled ? (
        <RuleFields fields={fields} nameOf={nameOf} />
      ) : (
        <PickedProducts fields={fields} mayWrite={mayWrite} />
      )}
      <PictureOf form={fields} at="picture" label={m.db_line_picture()} bounds={BANNER} />
      <PositionField form={fields} label={m.db_line_position()} hint={m.db_line_position_hint()} />
      <TextsField form={fields} at="about" nameOf={nameOf} most={2_000} rows={4} />
      <TextsField form={fields} at="seoTitle" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="seoDescription" nameOf={nameOf} most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface PartProps {
  fields: FieldForm<CollectionDraft>;
}

function StateField({ fields: { draft, set, deciding } }: PartProps) {
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{m.db_cms_state()}</legend>
      <label>
        <input
          type="checkbox"
          className={checkStyles.check}
          checked={draft.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
        />
        {m.db_collection_show()}
      </label>
      <ConflictNote
        form={deciding}
        path="isActive"
        words={(isActive) => (isActive ? m.db_cms_active() : m.db_cms_draft())}
      />
    </fieldset>
  );
}

/** By hand or by a rule: what was entered of the other stays until it is saved. */
function KindField({ fields: { draft, set, deciding } }: PartProps) {
  const kinds = [
    { isRuled: false, words: m.db_collection_by_hand },
    { isRuled: true, words: m.db_collection_by_rule },
  ];
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{m.db_collection_kind()}</legend>
      {kinds.map(({ isRuled, words }) => (
        <label key={String(isRuled)}>
          <input
            type="radio"
            className={checkStyles.check}
            name="kind"
            checked={draft.isRuled === isRuled}
            onChange={() => set({ isRuled })}
          />
          {words()}
        </label>
      ))}
      <ConflictNote
        form={deciding}
        path="isRuled"
        words={(isRuled) => (isRuled ? m.db_collection_by_rule() : m.db_collection_by_hand())}
      />
    </fieldset>
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: CollectionDraft, isTried: boolean): string[] | undefined {
  const { rule } = draft;
  if (path === 'name.fr' && isTried && !draft.name.fr.trim()) return [m.db_field_required()];
  if (path === 'rule' && isTried && isEmpty(rule)) return [m.db_collection_rule_empty()];
  if (path === 'position' && parsePosition(draft.position) === null) return [m.db_rule_position()];
  if (path === 'rule.newWithinDays' && daysOf(rule.newWithinDays) === null) return [m.db_rule_days()];
  if (path === 'rule.priceFrom' && !isPrice(rule.priceFrom)) return [m.db_product_price_invalid()];
  if (path === 'rule.priceTo' && !isPrice(rule.priceTo)) return [m.db_product_price_invalid()];
  return path === 'rule.priceTo' && isBelow(rule) ? [m.db_rule_range()] : undefined;
}
