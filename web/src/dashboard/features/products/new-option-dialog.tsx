import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import { client } from '../../data/api.ts';
import { attributesQuery } from '../../data/attributes.ts';
import type { Attribute } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { FIRST_COLOR } from '../../recipe/inputs/options.ts';

interface NewOptionDialogProps {
  attribute: Attribute;
  onMade: (id: string) => void;
  onClose: () => void;
}

/** An option made where one is missing; the rest of its attribute is edited on its own page. */
export function NewOptionDialog({ attribute, onMade, onClose }: NewOptionDialogProps) {
  const queries = useQueryClient();
  // The same however often it is tried: one that was made by a try without an answer is not made again.
  const [id] = useState(randomId);
  const isColor = attribute.input === 'color';
  const others = attribute.options.filter((option) => option.id !== id);
  const isTaken = (name: string) =>
    others.some((option) => option.name.fr.trim().toLowerCase() === name.trim().toLowerCase());
  return (
    <FormDialog
      title={m.db_option_new({ name: written(attribute.name) })}
      submit={m.db_option_create()}
      start={{ fr: '', ar: '', en: '', color: isColor ? FIRST_COLOR : '' }}
      rules={({ fr }) => ({
        fr: (!fr.trim() && m.db_field_required()) || (isTaken(fr) && m.db_option_taken()),
      })}
      bodyOf={({ color, ...name }) => ({
        version: attribute.version,
        options: [...others.map(({ picture: _, ...option }) => option), { id, name, color }],
      })}
      send={(body) =>
        client.PATCH('/dashboard/api/attributes/{id}', { params: { path: { id: attribute.id } }, body })
      }
      told={() => m.db_attribute_saved({ name: written(attribute.name) })}
      onSent={() => {
        onMade(id);
        onClose();
      }}
      // What others made of it meanwhile is what the next try is laid on.
      onSettled={() => queries.invalidateQueries({ queryKey: attributesQuery.queryKey })}
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
          {isColor && <TextField form={form} at="color" label={m.db_attribute_color()} type="color" />}
        </>
      )}
    </FormDialog>
  );
}
