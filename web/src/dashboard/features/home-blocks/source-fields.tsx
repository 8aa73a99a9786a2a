import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { type Choices, type Listed, useBrandLines, useChoices } from '../../parts/choices.ts';
import { discountWords } from '../../parts/discount-words.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
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
  const choices = useSources(kind, id);
  const label = CHOSEN[kind];
  return (
    <>
      {partsOf(draft.type).includes('source') && (
        <Field label={m.db_block_source()} errors={label ? [] : errorsAt('source')}>
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
      {label && (
        <RelationPicker
          key={kind}
          label={label()}
          of={choices}
          value={id}
          errors={errorsAt('source')}
          onChange={(chosen) => set({ source: `${kind}:${chosen}` })}
        />
      )}
      <ConflictNote form={deciding} path="source" />
    </>
  );
}

/** Sources of which one is chosen, and what the choice is called. */
const CHOSEN: Readonly<Record<string, () => string>> = {
  category: m.db_block_source_category,
  brand: m.db_block_source_brand,
  brand_line: m.db_block_source_brand_line,
  tag: m.db_block_source_tag,
  collection: m.db_menu_collection,
  promotion: m.db_block_promotion,
  blog_post: m.db_menu_blog_post,
};

const LISTED: Readonly<Record<string, Listed>> = {
  category: 'categories',
  brand: 'brands',
  tag: 'tags',
  collection: 'collections',
  blog_post: 'blogPost',
};

/** All of a kind that a block may be filled with. */
function useSources(kind: string, chosen: string): Choices {
  const listed = useChoices(LISTED[kind]);
  const lines = useBrandLines(kind === 'brand_line' ? undefined : null);
  const promotions = useQuery({ ...promotionsQuery, enabled: kind === 'promotion' }).data?.promotions;
  if (kind === 'brand_line') return lines;
  if (kind === 'promotion') {
    return promotions?.map(({ id, terms }) => ({
      id,
      name: [terms.title.fr, discountWords(terms)].filter(Boolean).join(' · '),
    }));
  }
  // A tag that no product has any more is still the block's, and its words are its name.
  const isGone = kind === 'tag' && chosen && !listed?.some(({ id }) => id === chosen);
  return isGone && listed ? [...listed, { id: chosen, name: chosen }] : listed;
}
