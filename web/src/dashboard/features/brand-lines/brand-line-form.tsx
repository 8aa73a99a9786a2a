import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { BrandLine } from '../../data/types.ts';
import { useBrands } from '../../parts/brand-choices.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { BrandLineDraft } from './draft.ts';
import { useBrandLineForm } from './use-brand-line.ts';

const NAMES: Record<string, () => string> = {
  brandId: m.db_line_brand,
  name: m.db_line_name,
  slug: m.db_line_slug,
  picture: m.db_line_picture,
  about: m.db_line_about,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
  position: m.db_line_position,
};

/** A field of the draft, in one of the languages where it has some. */
function nameOf(path: string): string {
  const [part = '', language] = path.split('.');
  const inLanguage = LANGUAGES.find((one) => one === language);
  const name = NAMES[part]?.() ?? part;
  return inLanguage ? `${name}, ${LANGUAGE_NAMES[inLanguage]()}` : name;
}

/** Brand, name, address, picture, place and texts of a line, saved together. */
export function BrandLineForm({ line }: { line: BrandLine }) {
  const form = useBrandLineForm(line);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('catalog.write');
  const fields: FieldForm<BrandLineDraft> = {
    draft,
    set: (change) => form.edit((before) => ({ ...before, ...change })),
    errorsAt: (path) => wrongAt(path, draft, isTried) ?? refusedAt(path, error),
    deciding: form,
  };
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <BrandField fields={fields} isNew={line.version === 0} />
      <TextField form={fields} at="name" label={m.db_line_name()} maxLength={300} />
      <TextField form={fields} at="slug" label={m.db_line_slug()} hint={m.db_line_slug_hint()} dir="ltr" />
      <PictureField
        label={m.db_line_picture()}
        value={draft.picture}
        bounds={BANNER}
        errors={fields.errorsAt('picture')}
        note={<ConflictNote form={form} path="picture" words={pictureWords} />}
        onChange={(picture) => fields.set({ picture })}
      />
      <TextField
        form={fields}
        at="position"
        label={m.db_line_position()}
        hint={m.db_line_position_hint()}
        className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
        inputMode="numeric"
        dir="ltr"
      />
      <Texts fields={fields} at="about" most={2_000} rows={4} />
      <Texts fields={fields} at="seoTitle" most={300} />
      <Texts fields={fields} at="seoDescription" most={2_000} rows={3} />
    </RecordFormFrame>
  );
}

interface PartProps {
  fields: FieldForm<BrandLineDraft>;
}

/** Chosen when the line is made; later it stays. */
function BrandField({ fields, isNew }: PartProps & { isNew: boolean }) {
  const brands = useBrands();
  const { draft, errorsAt, deciding } = fields;
  const nameOfBrand = (id: string) => brands.find((brand) => brand.id === id)?.name ?? '';
  return (
    <Field
      label={m.db_line_brand()}
      hint={m.db_line_brand_hint()}
      errors={errorsAt('brandId')}
      note={<ConflictNote form={deciding} path="brandId" words={nameOfBrand} />}
    >
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={draft.brandId}
          disabled={!isNew}
          onChange={({ target }) => fields.set({ brandId: target.value })}
        >
          {draft.brandId === '' && <option value="">{m.db_choose()}</option>}
          {brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextsProps extends PartProps {
  at: 'about' | 'seoTitle' | 'seoDescription';
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
function wrongAt(path: string, draft: BrandLineDraft, isTried: boolean): string[] | undefined {
  const isMissing = (path === 'name' && !draft.name.trim()) || (path === 'brandId' && !draft.brandId);
  if (isTried && isMissing) return [m.db_field_required()];
  return path === 'position' && parsePosition(draft.position) === null ? [m.db_rule_position()] : undefined;
}

function refusedAt(path: string, error: Error | null): string[] {
  const isTaken = path === 'slug' && error instanceof ApiError && error.code === 'catalog.taken';
  return [...fieldErrors(error, path), ...(isTaken ? [m.db_line_taken()] : [])];
}

/** Nothing for none: the note has words for that. */
function pictureWords(picture: string) {
  return picture && <img src={picture} alt={m.db_line_picture()} />;
}
