import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { featureSetsQuery } from '../../data/features.ts';
import { fieldErrors } from '../../data/messages.ts';
import type { Category } from '../../data/types.ts';
import { type Choices, choiceName } from '../../parts/choices.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { useAllowed } from '../../session/use-session.ts';
import type { CategoryDraft, TextPart } from './draft.ts';
import { useCategoryForm } from './use-category.ts';

/** The parts that are written in three languages; what the shop calls them where it refuses one. */
const PARTS: Record<TextPart, { label: () => string; field: string; rows: number; most: number }> = {
  names: { label: m.db_category_name, field: 'name', rows: 1, most: 300 },
  about: { label: m.db_category_about, field: 'about', rows: 4, most: 2000 },
  seoTitle: { label: m.db_product_seo_title, field: 'seoTitle', rows: 1, most: 300 },
  seoDescription: { label: m.db_product_seo_description, field: 'seoDescription', rows: 3, most: 2000 },
};

const nameOf = pathWords({
  ...Object.fromEntries(Object.entries(PARTS).map(([part, { label }]) => [part, label])),
  slug: m.db_category_slug,
  image: m.db_category_picture,
  featureSetId: m.db_category_feature_set,
});

/** Names, texts, address, picture and set of features of a category, saved together. */
export function CategoryForm({ category }: { category: Category }) {
  const form = useCategoryForm(category);
  const mayWrite = useAllowed()('catalog.write');
  const sets: Choices = useQuery(featureSetsQuery).data;
  const fields = fieldsOf(form, {
    wrongAt: (path, draft, isTried) => wrongAt(path, draft, isTried) ?? textRefusedAt(path, form.error),
    taken: m.db_category_taken,
  });
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <div className={layoutStyles.langs}>
        {LANGUAGES.map((language) => (
          <div key={language} className={layoutStyles.langCol}>
            <header lang={language}>{LANGUAGE_NAMES[language]()}</header>
            {(Object.keys(PARTS) as TextPart[]).map((part) => (
              <TextInput key={part} {...{ fields, part, language }} />
            ))}
          </div>
        ))}
      </div>
      <TextField
        form={fields}
        at="slug"
        label={m.db_category_slug()}
        hint={m.db_category_slug_hint()}
        dir="ltr"
      />
      <PictureOf form={fields} at="image" label={m.db_category_picture()} />
      <RelationPicker
        label={m.db_category_feature_set()}
        hint={m.db_category_feature_set_hint()}
        of={sets}
        value={fields.draft.featureSetId}
        none={m.db_category_feature_set_none()}
        errors={fields.errorsAt('featureSetId')}
        note={
          <ConflictNote
            form={form}
            path="featureSetId"
            words={(id: string) => choiceName(sets, id) || m.db_category_feature_set_none()}
          />
        }
        onChange={(featureSetId) => fields.set({ featureSetId })}
      />
    </RecordFormFrame>
  );
}

interface TextInputProps {
  fields: FieldForm<CategoryDraft>;
  part: TextPart;
  language: Language;
}

function TextInput({ fields, part, language }: TextInputProps) {
  const { label, rows, most } = PARTS[part];
  const { draft, set, errorsAt, deciding } = fields;
  const path = `${part}.${language}`;
  return (
    <Field label={label()} errors={errorsAt(path)} note={<ConflictNote form={deciding} path={path} />}>
      {(control) => {
        const shared = {
          ...control,
          className: fieldStyles.input,
          maxLength: most,
          lang: language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          value: draft[part][language],
          onChange: ({ target: { value } }: { target: { value: string } }) =>
            set({ [part]: { ...draft[part], [language]: value } }),
        };
        return rows > 1 ? <textarea rows={rows} {...shared} /> : <input {...shared} />;
      }}
    </Field>
  );
}

/** What can't be sent. */
function wrongAt(path: string, { names }: CategoryDraft, isTried: boolean): string[] | undefined {
  return path === 'names.fr' && isTried && !names.fr.trim() ? [m.db_field_required()] : undefined;
}

/** What the shop said of a text, under its own name for it. */
function textRefusedAt(path: string, error: unknown): string[] | undefined {
  const [part = '', language] = path.split('.');
  return part in PARTS ? fieldErrors(error, `${PARTS[part as TextPart].field}.${language}`) : undefined;
}
