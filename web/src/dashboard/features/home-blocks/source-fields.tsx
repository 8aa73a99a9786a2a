import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { useBlogPosts } from '../../parts/blog-choices.ts';
import { useBrands } from '../../parts/brand-choices.ts';
import { useBrandLines } from '../../parts/brand-line-choices.ts';
import { useCategories } from '../../parts/category-choices.ts';
import { useCollections } from '../../parts/collection-choices.ts';
import { discountWords } from '../../parts/discount-words.ts';
import { useTags } from '../../parts/tag-choices.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { type BlockDraft, splitSource } from './draft.ts';
import { partsOf, SOURCES } from './kinds.ts';
import { promotionsQuery } from './queries.ts';

interface SourceFieldsProps {
  fields: FieldForm<BlockDraft>;
}

/** What the block is filled with: a kind where its type leaves the choice, and which one of that kind. */
export function SourceFields({ fields }: SourceFieldsProps) {
  const { draft, set, errorsAt, deciding } = fields;
  const [kind, id] = splitSource(draft.source);
  const choose = (chosen: string) => set({ source: `${kind}:${chosen}` });
  const picker = { id, errors: errorsAt('source'), onChoose: choose };
  return (
    <>
      {partsOf(draft.type).includes('source') && (
        <Field label={m.db_block_source()}>
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={kind}
              onChange={({ target: { value } }) =>
                set({
                  source: ['category', 'brand', 'brand_line', 'collection', 'tag'].includes(value)
                    ? `${value}:`
                    : value,
                })
              }
            >
              {Object.entries(SOURCES).map(([source, words]) => (
                <option key={source} value={source}>
                  {words()}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {kind === 'category' && <CategoryPicker {...picker} />}
      {kind === 'brand' && <BrandPicker {...picker} />}
      {kind === 'brand_line' && <BrandLinePicker {...picker} />}
      {kind === 'tag' && <TagPicker {...picker} />}
      {kind === 'collection' && <CollectionPicker {...picker} />}
      {kind === 'promotion' && <PromotionPicker {...picker} />}
      {kind === 'blog_post' && <BlogPostPicker {...picker} />}
      <ConflictNote form={deciding} path="source" />
    </>
  );
}

interface PickerProps {
  id: string;
  errors: readonly string[];
  onChoose: (id: string) => void;
}

function CategoryPicker(picker: PickerProps) {
  return <Picker {...picker} label={m.db_block_source_category()} choices={useCategories()} />;
}

function BrandPicker(picker: PickerProps) {
  return <Picker {...picker} label={m.db_block_source_brand()} choices={useBrands()} />;
}

function BrandLinePicker(picker: PickerProps) {
  return <Picker {...picker} label={m.db_block_source_brand_line()} choices={useBrandLines()} />;
}

/** One that no product has any more is still the block's. */
function TagPicker(picker: PickerProps) {
  const tags = useTags();
  const isGone = picker.id !== '' && !tags.some(({ id }) => id === picker.id);
  const choices = isGone ? [...tags, { id: picker.id, name: picker.id }] : tags;
  return <Picker {...picker} label={m.db_block_source_tag()} choices={choices} />;
}

function CollectionPicker(picker: PickerProps) {
  return <Picker {...picker} label={m.db_menu_collection()} choices={useCollections()} />;
}

function PromotionPicker(picker: PickerProps) {
  const promotions = useQuery(promotionsQuery).data?.promotions ?? [];
  const choices = promotions.map(({ id, terms }) => ({
    id,
    name: [terms.title.fr, discountWords(terms)].filter(Boolean).join(' · '),
  }));
  return <Picker {...picker} label={m.db_block_promotion()} choices={choices} />;
}

function BlogPostPicker(picker: PickerProps) {
  return <Picker {...picker} label={m.db_menu_blog_post()} choices={useBlogPosts()} />;
}

interface ChoicesProps extends PickerProps {
  label: string;
  choices: readonly { id: string; name: string }[];
}

function Picker({ label, choices, id, errors, onChoose }: ChoicesProps) {
  return (
    <Field label={label} errors={errors}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={id}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{m.db_promotion_choose()}</option>
          {choices.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
