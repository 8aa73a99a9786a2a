import { m } from '@/i18n/paraglide.gen/messages.js';
import type { BlogCategory } from '../../data/types.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, PositionField, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import type { BlogCategoryDraft } from './draft.ts';
import { useBlogCategoryForm } from './use-blog-category.ts';

const nameOf = pathWords({
  name: m.db_blog_category_name,
  description: m.db_blog_category_description,
  slug: m.db_blog_slug,
  picture: m.db_blog_picture,
  position: m.db_blog_position,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
});

/** Name, texts, address, picture and place of a category, saved together. */
export function BlogCategoryForm({ category }: { category: BlogCategory }) {
  const form = useBlogCategoryForm(category);
  const fields = fieldsOf(form, { wrongAt, taken: m.db_blog_category_taken });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <TextsField form={fields} at="name" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="description" nameOf={nameOf} most={2_000} rows={4} />
      <TextField form={fields} at="slug" label={m.db_blog_slug()} hint={m.db_blog_slug_hint()} dir="ltr" />
      <PictureOf form={fields} at="picture" label={m.db_blog_picture()} bounds={BANNER} />
      <PositionField form={fields} label={m.db_blog_position()} hint={m.db_blog_position_hint()} />
      <TextsField form={fields} at="seoTitle" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="seoDescription" nameOf={nameOf} most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: BlogCategoryDraft, isTried: boolean): string[] | undefined {
  if (path === 'name.fr' && isTried && !draft.name.fr.trim()) return [m.db_field_required()];
  return path === 'position' && parsePosition(draft.position) === null ? [m.db_rule_position()] : undefined;
}
