import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { Category } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { ConflictNote, FormNotes } from '../../recipe/form/form-notes.tsx';
import { useEditForm } from '../../recipe/form/use-edit-form.ts';
import { useSaveKey } from '../../recipe/form/use-save-key.ts';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { changedPaths, changeOf, draftOf, type TextPart } from './draft.ts';
import { useSaveCategory } from './use-category.ts';

type Form = ReturnType<typeof useCategoryForm>;

/** The parts that are written in three languages; what the shop calls them where it refuses one. */
const PARTS: Record<TextPart, { label: () => string; field: string; rows: number; most: number }> = {
  names: { label: m.db_category_name, field: 'name', rows: 1, most: 300 },
  about: { label: m.db_category_about, field: 'about', rows: 4, most: 2000 },
  seoTitle: { label: m.db_product_seo_title, field: 'seoTitle', rows: 1, most: 300 },
  seoDescription: { label: m.db_product_seo_description, field: 'seoDescription', rows: 3, most: 2000 },
};

/** Names, texts, address and picture of a category, saved together. */
export function CategoryForm({ category }: { category: Category }) {
  const form = useCategoryForm(category);
  const { draft, error } = form;
  const mayWrite = useAllowed()('catalog.write');
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <FormNotes form={form} nameOf={nameOf} />
      <fieldset disabled={!mayWrite} className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <div className={layoutStyles.langs}>
          {LANGUAGES.map((language) => (
            <div key={language} className={layoutStyles.langCol}>
              <header lang={language}>{LANGUAGE_NAMES[language]()}</header>
              {(Object.keys(PARTS) as TextPart[]).map((part) => (
                <TextInput key={part} {...{ form, part, language }} />
              ))}
            </div>
          ))}
        </div>
        <Field
          label={m.db_category_slug()}
          hint={m.db_category_slug_hint()}
          errors={slugErrors(error)}
          note={<ConflictNote form={form} path="slug" />}
        >
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              dir="ltr"
              value={draft.slug}
              onChange={({ target: { value } }) => form.edit((before) => ({ ...before, slug: value }))}
            />
          )}
        </Field>
        <PictureField
          label={m.db_category_picture()}
          value={draft.image}
          errors={fieldErrors(error, 'image')}
          note={<ConflictNote form={form} path="image" words={pictureWords} />}
          onChange={(image) => form.edit((before) => ({ ...before, image }))}
        />
      </fieldset>
      {form.isChanged && (
        <SaveBar
          title={m.db_category_changes()}
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

function TextInput({ form, part, language }: { form: Form; part: TextPart; language: Language }) {
  const { label, field, rows, most } = PARTS[part];
  const isMissing = form.isTried && part === 'names' && language === 'fr' && !form.draft.names.fr.trim();
  return (
    <Field
      label={label()}
      errors={isMissing ? [m.db_field_required()] : fieldErrors(form.error, `${field}.${language}`)}
      note={<ConflictNote form={form} path={`${part}.${language}`} />}
    >
      {(control) => {
        const shared = {
          ...control,
          className: fieldStyles.input,
          maxLength: most,
          lang: language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          value: form.draft[part][language],
          onChange: ({ target: { value } }: { target: { value: string } }) =>
            form.edit((before) => ({ ...before, [part]: { ...before[part], [language]: value } })),
        };
        return rows > 1 ? <textarea rows={rows} {...shared} /> : <input {...shared} />;
      }}
    </Field>
  );
}

function useCategoryForm(category: Category) {
  const mutation = useSaveCategory(category);
  const [isTried, setTried] = useState(false);
  const form = useEditForm(category, { kind: 'category', draftOf, isSaving: mutation.isPending });
  const send = useSingle(mutation);
  const { read, draft } = form;
  const save = async () => {
    setTried(true);
    if (!form.isChanged || !draft.names.fr.trim() || form.conflicts.length > 0) return false;
    return send({ change: changeOf(read, draft), onSaved: (answer) => form.onSaved(answer, draft) });
  };
  useSaveKey(() => void save());
  return { ...form, save, isTried, isSaving: mutation.isPending, error: mutation.error };
}

function nameOf(path: string): string {
  const [part = '', language] = path.split('.');
  if (part === 'slug') return m.db_category_slug();
  if (part === 'image') return m.db_category_picture();
  const inLanguage = LANGUAGES.find((one) => one === language);
  const label = part in PARTS ? PARTS[part as TextPart].label() : part;
  return inLanguage ? `${label}, ${LANGUAGE_NAMES[inLanguage]()}` : label;
}

function slugErrors(error: unknown): string[] {
  const isTaken = error instanceof ApiError && error.code === 'catalog.taken';
  return [...fieldErrors(error, 'slug'), ...(isTaken ? [m.db_category_taken()] : [])];
}

/** Nothing for none: the note has words for that. */
function pictureWords(image: string) {
  return image && <img src={image} alt={m.db_category_picture()} />;
}
