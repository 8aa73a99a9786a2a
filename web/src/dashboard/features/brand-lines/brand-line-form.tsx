import { m } from '@/i18n/paraglide.gen/messages.js';
import type { BrandLine } from '../../data/types.ts';
import { choiceName, useChoices } from '../../parts/choices.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, PositionField, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { BrandLineDraft } from './draft.ts';
import { useBrandLineForm } from './use-brand-line.ts';

const nameOf = pathWords({
  brandId: m.db_line_brand,
  name: m.db_line_name,
  slug: m.db_line_slug,
  picture: m.db_line_picture,
  about: m.db_line_about,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
  position: m.db_line_position,
});

/** Brand, name, address, picture, place and texts of a line, saved together. */
export function BrandLineForm({ line }: { line: BrandLine }) {
  const form = useBrandLineForm(line);
  const mayWrite = useAllowed()('catalog.write');
  const fields = fieldsOf(form, { wrongAt, taken: m.db_line_taken });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <BrandField fields={fields} isNew={line.version === 0} />
      <TextField form={fields} at="name" label={m.db_line_name()} maxLength={300} />
      <TextField form={fields} at="slug" label={m.db_line_slug()} hint={m.db_line_slug_hint()} dir="ltr" />
      <PictureOf form={fields} at="picture" label={m.db_line_picture()} bounds={BANNER} />
      <PositionField form={fields} label={m.db_line_position()} hint={m.db_line_position_hint()} />
      <TextsField form={fields} at="about" nameOf={nameOf} most={2_000} rows={4} />
      <TextsField form={fields} at="seoTitle" nameOf={nameOf} most={300} />
      <TextsField form={fields} at="seoDescription" nameOf={nameOf} most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface PartProps {
  fields: FieldForm<BrandLineDraft>;
}

/** Chosen when the line is made; later it stays. */
function BrandField({ fields, isNew }: PartProps & { isNew: boolean }) {
  const brands = useChoices('brands');
  const { draft, set, errorsAt, deciding } = fields;
  return (
    <RelationPicker
      label={m.db_line_brand()}
      hint={m.db_line_brand_hint()}
      of={brands}
      value={draft.brandId}
      isLocked={!isNew}
      errors={errorsAt('brandId')}
      note={<ConflictNote form={deciding} path="brandId" words={(id: string) => choiceName(brands, id)} />}
      onChange={(brandId) => set({ brandId })}
    />
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: BrandLineDraft, isTried: boolean): string[] | undefined {
  const isMissing = (path === 'name' && !draft.name.trim()) || (path === 'brandId' && !draft.brandId);
  if (isTried && isMissing) return [m.db_field_required()];
  return path === 'position' && parsePosition(draft.position) === null ? [m.db_rule_position()] : undefined;
}
