import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { BlogPost } from '../../data/types.ts';
import { choiceName, useChoices } from '../../parts/choices.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { TimeField } from '../../recipe/inputs/day-field.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { RichTextsField } from '../../recipe/rich-text/rich-texts-field.tsx';
import { momentOf } from '../../time.ts';
import type { BlogPostDraft } from './draft.ts';
import { useBlogPostForm } from './use-blog-post.ts';

const nameOf = pathWords({
  categoryId: m.db_blog_category,
  title: m.db_blog_post_title,
  excerpt: m.db_blog_excerpt,
  html: m.db_cms_text,
  slug: m.db_blog_slug,
  picture: m.db_blog_picture,
  isActive: m.db_blog_state,
  publishedAt: m.db_blog_published_at,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
});

/** Category, texts, address, picture and date of a post, saved together. */
export function BlogPostForm({ post }: { post: BlogPost }) {
  const form = useBlogPostForm(post);
  const { draft } = form;
  const fields = fieldsOf(form, { wrongAt, taken: m.db_blog_post_taken });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <CategoryField fields={fields} />
      <TextsField form={fields} at="title" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="excerpt" nameOf={nameOf} most={500} rows={3} />
      <RichTextsField form={fields} at="html" nameOf={nameOf} most={50_000} />
      <PictureOf form={fields} at="picture" label={m.db_blog_picture()} bounds={BANNER} />
      <TextField form={fields} at="slug" label={m.db_blog_slug()} hint={m.db_blog_slug_hint()} dir="ltr" />
      <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
        <legend>{m.db_blog_state()}</legend>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={draft.isActive}
            onChange={({ target }) => fields.set({ isActive: target.checked })}
          />
          {m.db_blog_show()}
        </label>
        <ConflictNote
          form={form}
          path="isActive"
          words={(isActive) => (isActive ? m.db_blog_published() : m.db_blog_draft())}
        />
      </fieldset>
      <TimeField
        label={m.db_blog_published_at()}
        hint={m.db_blog_published_at_hint()}
        value={draft.publishedAt}
        errors={fields.errorsAt('publishedAt')}
        note={<ConflictNote form={form} path="publishedAt" words={timeWords} />}
        onChange={(publishedAt) => fields.set({ publishedAt })}
      />
      <TextsField form={fields} at="seoTitle" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="seoDescription" nameOf={nameOf} most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface PartProps {
  fields: FieldForm<BlogPostDraft>;
}

function CategoryField({ fields }: PartProps) {
  const categories = useChoices('blogCategory');
  const { draft, set, errorsAt, deciding } = fields;
  return (
    <RelationPicker
      label={m.db_blog_category()}
      of={categories}
      value={draft.categoryId}
      errors={errorsAt('categoryId')}
      note={
        <ConflictNote form={deciding} path="categoryId" words={(id: string) => choiceName(categories, id)} />
      }
      onChange={(categoryId) => set({ categoryId })}
    />
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: BlogPostDraft, isTried: boolean): string[] | undefined {
  const isMissing =
    (path === 'title.fr' && !draft.title.fr.trim()) || (path === 'categoryId' && !draft.categoryId);
  return isTried && isMissing ? [m.db_field_required()] : undefined;
}

/** Nothing for none: the note has words for that. */
function timeWords(time: string): string {
  const moment = momentOf(time);
  return moment ? dateTime(moment) : '';
}
