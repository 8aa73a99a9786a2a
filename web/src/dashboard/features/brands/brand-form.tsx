import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { fieldErrors } from '../../data/messages.ts';
import type { Brand } from '../../data/types.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, PositionField, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { BrandDraft } from './draft.ts';
import { useBrandForm } from './use-brand.ts';

const nameOf = pathWords({
  name: m.db_brand_name,
  position: m.db_brand_position,
  logo: m.db_brand_logo,
  about: m.db_brand_about,
});

/** Name, logo, place and texts of a brand, saved together. */
export function BrandForm({ brand }: { brand: Brand }) {
  const form = useBrandForm(brand);
  const mayWrite = useAllowed()('catalog.write');
  const fields = fieldsOf(form, {
    wrongAt: (path, draft, isTried) => wrongAt(path, draft, isTried) ?? addressRefusedAt(path, form.error),
  });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite && brand.mergedInto === null}>
      <TextField form={fields} at="name" label={m.db_brand_name()} maxLength={300} />
      <PictureOf form={fields} at="logo" label={m.db_brand_logo()} />
      <PositionField form={fields} label={m.db_brand_position()} hint={m.db_brand_position_hint()} />
      <TextsField form={fields} at="about" nameOf={nameOf} most={2000} rows={4} />
    </RecordFormFrame>
  );
}

/** What can't be sent. */
function wrongAt(path: string, { name, position }: BrandDraft, isTried: boolean): string[] | undefined {
  if (path === 'name' && isTried && !name.trim()) return [m.db_field_required()];
  return path === 'position' && parsePosition(position) === null ? [m.db_rule_position()] : undefined;
}

/** The brand's address is made of its name, so what is wrong with it is said there. */
function addressRefusedAt(path: string, error: unknown): string[] | undefined {
  if (path !== 'name') return undefined;
  const isTaken = error instanceof ApiError && error.code === 'catalog.taken';
  const found = [...fieldErrors(error, 'name'), ...fieldErrors(error, 'slug')];
  return [...new Set(found), ...(isTaken ? [m.db_brand_taken()] : [])];
}
