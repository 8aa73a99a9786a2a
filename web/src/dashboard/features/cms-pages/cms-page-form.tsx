import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { CmsPage } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { HtmlPreview } from '../../recipe/inputs/html-preview.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import type { CmsPageDraft } from './draft.ts';
import { useCmsPageForm } from './use-cms-page.ts';

const NAMES: Record<string, () => string> = {
  title: m.db_cms_heading,
  html: m.db_cms_html,
  slug: m.db_cms_slug,
  isActive: m.db_cms_state,
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

/** Title, text, address and what search engines show of a page, saved together. */
export function CmsPageForm({ page }: { page: CmsPage }) {
  const form = useCmsPageForm(page);
  const { draft, error, isTried } = form;
  const fields: FieldForm<CmsPageDraft> = {
    draft,
    set: (change) => form.edit((before) => ({ ...before, ...change })),
    errorsAt: (path) => {
      if (path === 'title.fr' && isTried && !draft.title.fr.trim()) return [m.db_field_required()];
      const isTaken = path === 'slug' && error instanceof ApiError && error.code === 'catalog.taken';
      return [...fieldErrors(error, path), ...(isTaken ? [m.db_cms_taken()] : [])];
    },
    deciding: form,
  };
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <Texts fields={fields} at="title" most={300} />
      <Texts fields={fields} at="html" most={50_000} rows={14} />
      <p className={fieldStyles.hint}>{m.db_cms_html_hint()}</p>
      <HtmlPreview html={draft.html} />
      <TextField form={fields} at="slug" label={m.db_cms_slug()} hint={m.db_cms_slug_hint()} dir="ltr" />
      <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
        <legend>{m.db_cms_state()}</legend>
        <label>
          <input
            type="checkbox"
            checked={draft.isActive}
            onChange={({ target }) => fields.set({ isActive: target.checked })}
          />
          {m.db_cms_show()}
        </label>
        <ConflictNote
          form={form}
          path="isActive"
          words={(isActive) => (isActive ? m.db_cms_active() : m.db_cms_draft())}
        />
      </fieldset>
      <Texts fields={fields} at="seoTitle" most={300} />
      <Texts fields={fields} at="seoDescription" most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface TextsProps {
  fields: FieldForm<CmsPageDraft>;
  at: 'title' | 'html' | 'seoTitle' | 'seoDescription';
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
