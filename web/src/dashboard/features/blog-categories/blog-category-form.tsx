import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { BlogCategory } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import type { BlogCategoryDraft } from './draft.ts';
import { useBlogCategoryForm } from './use-blog-category.ts';

const NAMES: Record<string, () => string> = {
  name: m.db_blog_category_name,
  description: m.db_blog_category_description,
  slug: m.db_blog_slug,
  picture: m.db_blog_picture,
  position: m.db_blog_position,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
};

/** A field of the draft, in one of the languages where it has some. */
function nameOf(path: string): string {
  const [part = '', language] = path.split('.');
  const inLanguage = LANGUAGES.find((one) => one === language);
  const name = NAMES[part]?.() ?? part;
  return inLanguage ? `${name}, ${LANGUAGE_NAMES[inLanguage]()}` : name;
}

/** Name, texts, address, picture and place of a category, saved together. */
export function BlogCategoryForm({ category }: { category: BlogCategory }) {
  const form = useBlogCategoryForm(category);
  const { draft, error, isTried } = form;
  const fields: FieldForm<BlogCategoryDraft> = {
    draft,
    set: (change) => form.edit((before) => ({ ...before, ...change })),
    errorsAt: (path) => wrongAt(path, draft, isTried) ?? refusedAt(path, error),
    deciding: form,
  };
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <Texts fields={fields} at="name" most={300} />
      <Texts fields={fields} at="description" most={2_000} rows={4} />
      <TextField form={fields} at="slug" label={m.db_blog_slug()} hint={m.db_blog_slug_hint()} dir="ltr" />
      <PictureField
        label={m.db_blog_picture()}
        value={draft.picture}
        bounds={BANNER}
        errors={fields.errorsAt('picture')}
        note={<ConflictNote form={form} path="picture" words={pictureWords} />}
        onChange={(picture) => fields.set({ picture })}
      />
      <TextField
        form={fields}
        at="position"
        label={m.db_blog_position()}
        hint={m.db_blog_position_hint()}
        className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
        inputMode="numeric"
        dir="ltr"
      />
      <Texts fields={fields} at="seoTitle" most={300} />
      <Texts fields={fields} at="seoDescription" most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface TextsProps {
  fields: FieldForm<BlogCategoryDraft>;
  at: 'name' | 'description' | 'seoTitle' | 'seoDescription';
  most: number;
  rows?: number;
}

function Texts({ fields, at, most, rows }: TextsProps) {
  return (
    <LanguageFields
      legend={nameOf(at)}
      value={fields.draft[at]}
      maxLength={most}
      {...(rows && { rows })}
      errorsAt={(language) => fields.errorsAt(`${at}.${language}`)}
      {...(fields.deciding && { deciding: fields.deciding })}
      path={at}
      onChange={(value) => fields.set({ [at]: value })}
    />
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: BlogCategoryDraft, isTried: boolean): string[] | undefined {
  if (path === 'name.fr' && isTried && !draft.name.fr.trim()) return [m.db_field_required()];
  return path === 'position' && parsePosition(draft.position) === null ? [m.db_rule_position()] : undefined;
}

function refusedAt(path: string, error: Error | null): string[] {
  const isTaken = path === 'slug' && error instanceof ApiError && error.code === 'catalog.taken';
  return [...fieldErrors(error, path), ...(isTaken ? [m.db_blog_category_taken()] : [])];
}

/** Nothing for none: the note has words for that. */
function pictureWords(picture: string) {
  return picture && <img src={picture} alt={m.db_blog_picture()} />;
}
