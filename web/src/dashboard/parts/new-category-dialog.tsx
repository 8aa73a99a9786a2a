import { useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../data/api.ts';
import { TextField } from '../recipe/form/fields.tsx';
import { FormDialog } from '../recipe/form/form-dialog.tsx';
import { RelationPicker } from '../recipe/inputs/relation-picker.tsx';
import { choicesQuery, useChoices } from './choices.ts';
import { LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

interface NewCategoryDialogProps {
  onMade: (id: string) => void;
  onClose: () => void;
}

const NOTHING = { fr: '', ar: '', en: '', parentId: '' };

/** A category made where one is needed; the rest of it is said on its own page. */
export function NewCategoryDialog({ onMade, onClose }: NewCategoryDialogProps) {
  const queries = useQueryClient();
  const categories = useChoices('categories');
  return (
    <FormDialog
      title={m.db_category_new()}
      submit={m.db_category_create()}
      start={NOTHING}
      rules={({ fr }) => ({ fr: !fr.trim() && m.db_field_required() })}
      bodyOf={({ parentId, ...names }) => ({ names, parentId })}
      intent={{ name: 'category', of: {} }}
      send={async (category, id) => {
        const { data } = await client.POST('/dashboard/api/categories', { body: { id, ...category } });
        // The choice is shown by its name: the list has to know it first.
        await queries.invalidateQueries({ queryKey: choicesQuery('categories').queryKey });
        return data;
      }}
      told={(made) => m.db_category_made({ name: made?.name ?? '' })}
      onSent={(made) => {
        if (made) onMade(made.id);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              form={form}
              at={language}
              label={m.db_category_name_in({ language: LANGUAGE_NAMES[language]() })}
              maxLength={300}
              lang={language}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
            />
          ))}
          <RelationPicker
            label={m.db_category_parent()}
            of={categories}
            value={form.draft.parentId}
            none={m.db_category_top()}
            errors={form.errorsAt('parentId')}
            onChange={(parentId) => form.set({ parentId })}
          />
        </>
      )}
    </FormDialog>
  );
}
