import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { CmsPage } from '../../data/types.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { RichTextsField } from '../../recipe/rich-text/rich-texts-field.tsx';
import type { CmsPageDraft } from './draft.ts';
import { useCmsPageForm } from './use-cms-page.ts';

const nameOf = pathWords({
  title: m.db_cms_heading,
  html: m.db_cms_text,
  slug: m.db_cms_slug,
  isActive: m.db_cms_state,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
});

/** Title, text, address and what search engines show of a page, saved together. */
export function CmsPageForm({ page }: { page: CmsPage }) {
  const form = useCmsPageForm(page);
  const { draft } = form;
  const fields = fieldsOf(form, { wrongAt, taken: m.db_cms_taken });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <TextsField form={fields} at="title" nameOf={nameOf} most={300} />
      <RichTextsField form={fields} at="html" nameOf={nameOf} most={50_000} />
      <TextField form={fields} at="slug" label={m.db_cms_slug()} hint={m.db_cms_slug_hint()} dir="ltr" />
      <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
        <legend>{m.db_cms_state()}</legend>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
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
      <TextsField form={fields} at="seoTitle" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="seoDescription" nameOf={nameOf} most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

/** What can't be sent. */
function wrongAt(path: string, { title }: CmsPageDraft, isTried: boolean): string[] | undefined {
  return path === 'title.fr' && isTried && !title.fr.trim() ? [m.db_field_required()] : undefined;
}
