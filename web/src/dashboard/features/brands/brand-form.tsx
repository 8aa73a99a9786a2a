import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { Brand } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote, FormNotes } from '../../recipe/form/form-notes.tsx';
import { useEditForm } from '../../recipe/form/use-edit-form.ts';
import { useSaveKey } from '../../recipe/form/use-save-key.ts';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { useAllowed } from '../../session/use-session.ts';
import { type BrandDraft, changedPaths, changeOf, draftOf } from './draft.ts';
import { useSaveBrand } from './use-brand.ts';

const NAMES: Record<string, () => string> = {
  name: m.db_brand_name,
  position: m.db_brand_position,
  logo: m.db_brand_logo,
  'about.fr': m.db_lang_fr,
  'about.ar': m.db_lang_ar,
  'about.en': m.db_lang_en,
};

const nameOf = (path: string) => NAMES[path]?.() ?? path;

/** Name, logo, place and texts of a brand, saved together. */
export function BrandForm({ brand }: { brand: Brand }) {
  const form = useBrandForm(brand);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('catalog.write');
  const fields: FieldForm<BrandDraft> = {
    draft,
    set: (change) => form.edit((before) => ({ ...before, ...change })),
    errorsAt: (path) => wrongAt(path, draft, isTried) ?? refusedAt(path, error),
    deciding: form,
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <FormNotes form={form} nameOf={nameOf} />
      <fieldset
        disabled={!mayWrite || brand.mergedInto !== null}
        className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}
      >
        <TextField form={fields} at="name" label={m.db_brand_name()} maxLength={300} />
        <PictureField
          label={m.db_brand_logo()}
          value={draft.logo}
          errors={fields.errorsAt('logo')}
          note={<ConflictNote form={form} path="logo" words={logoWords} />}
          onChange={(logo) => fields.set({ logo })}
        />
        <TextField
          form={fields}
          at="position"
          label={m.db_brand_position()}
          hint={m.db_brand_position_hint()}
          className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
          inputMode="numeric"
          dir="ltr"
        />
        <LanguageFields
          legend={m.db_brand_about()}
          rows={4}
          maxLength={2000}
          value={draft.about}
          errorsAt={(language) => fields.errorsAt(`about.${language}`)}
          deciding={form}
          path="about"
          onChange={(about) => fields.set({ about })}
        />
      </fieldset>
      {form.isChanged && (
        <SaveBar
          title={m.db_brand_changes()}
          changes={changedPaths(form.read, draft).map(nameOf)}
          saving={form.isSaving}
          onDiscard={form.discard}
          {...(form.conflicts.length > 0 && {
            problem: (
              <span className={`${stateStyles.state} ${stateStyles.bad}`}>{m.db_conflict_first()}</span>
            ),
          })}
        />
      )}
      <UnsavedGuard isDirty={form.isChanged || form.isSaving} isKept={form.isKept} onSave={form.save} />
    </form>
  );
}

function useBrandForm(brand: Brand) {
  const mutation = useSaveBrand(brand);
  const [isTried, setTried] = useState(false);
  const form = useEditForm(brand, { kind: 'brand', draftOf, isSaving: mutation.isPending });
  const send = useSingle(mutation);
  const { read, draft } = form;
  const save = async () => {
    const change = changeOf(read, draft);
    setTried(true);
    if (!change || !form.isChanged || !draft.name.trim() || form.conflicts.length > 0) return false;
    return send({ change, onSaved: (answer) => form.onSaved(answer, draft) });
  };
  useSaveKey(() => void save());
  return { ...form, save, isTried, isSaving: mutation.isPending, error: mutation.error };
}

/** What can't be sent. */
function wrongAt(path: string, { name, position }: BrandDraft, isTried: boolean): string[] | undefined {
  if (path === 'name' && isTried && !name.trim()) return [m.db_field_required()];
  return path === 'position' && parsePosition(position) === null ? [m.db_rule_position()] : undefined;
}

/** What the shop said; the brand's address is made of its name. */
function refusedAt(path: string, error: unknown): string[] {
  if (path !== 'name') return fieldErrors(error, path);
  const isTaken = error instanceof ApiError && error.code === 'catalog.taken';
  const found = [...fieldErrors(error, 'name'), ...fieldErrors(error, 'slug')];
  return [...new Set(found), ...(isTaken ? [m.db_brand_taken()] : [])];
}

/** Nothing for none: the note has words for that. */
function logoWords(logo: string) {
  return logo && <img src={logo} alt={m.db_brand_logo()} />;
}
