import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { Attribute } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import type { Option } from '../../recipe/inputs/options.ts';
import { OptionsEditor } from '../../recipe/inputs/options-editor.tsx';
import { useAllowed } from '../../session/use-session.ts';
import type { AttributeDraft } from './draft.ts';
import { useAttributeForm } from './use-attribute.ts';

const nameOf = pathWords({
  name: m.db_attribute_name,
  input: m.db_attribute_input,
  options: m.db_attribute_options,
});

const INPUTS = { text: m.db_attribute_text, color: m.db_attribute_color };

/** Name and options of an attribute, saved together. */
export function AttributeForm({ attribute }: { attribute: Attribute }) {
  const form = useAttributeForm(attribute);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('catalog.write');
  const set = (change: Change<AttributeDraft>) => form.edit(changedBy(change));
  const missing = isTried && !draft.name.fr.trim() ? [m.db_field_required()] : [];
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <LanguageFields
        legend={m.db_attribute_name()}
        maxLength={300}
        value={draft.name}
        errorsAt={(language) => [
          ...(language === 'fr' ? missing : []),
          ...fieldErrors(error, `name.${language}`),
        ]}
        deciding={form}
        path="name"
        onEdit={(edit) => set(({ name }) => ({ name: edit(name) }))}
      />
      {attribute.version === 0 && (
        <fieldset className={`${fieldStyles.field} ${fieldStyles.choices} ${fieldStyles.choicesRow}`}>
          <legend>{m.db_attribute_input()}</legend>
          {(['text', 'color'] as const).map((input) => (
            <label key={input}>
              <input
                type="radio"
                className={checkStyles.check}
                name="input"
                checked={draft.input === input}
                onChange={() => set({ input })}
              />
              {INPUTS[input]()}
            </label>
          ))}
        </fieldset>
      )}
      <ConflictNote form={form} path="options" words={optionWords} />
      <OptionsEditor
        options={draft.options}
        isColor={draft.input === 'color'}
        isPictured
        isTried={isTried}
        error={error}
        onChange={(options) => set({ options })}
      />
    </RecordFormFrame>
  );
}

function optionWords(options: readonly Option[]): string {
  return options.map(({ name }) => name.fr).join(' · ');
}
