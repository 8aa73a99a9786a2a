import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { Feature } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import type { Option } from '../../recipe/inputs/options.ts';
import { OptionsEditor } from '../../recipe/inputs/options-editor.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { type FeatureDraft, isPlaced } from './draft.ts';
import { InputChoice } from './input-choice.tsx';
import { useFeatureForm } from './use-feature.ts';

const nameOf = pathWords({
  name: m.db_feature_name,
  input: m.db_feature_input,
  unit: m.db_feature_unit,
  options: m.db_feature_options,
  position: m.db_feature_position,
});

/** Name, kind of value and place of a feature, saved together. */
export function FeatureForm({ feature }: { feature: Feature }) {
  const form = useFeatureForm(feature);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('catalog.write');
  const set = (change: Change<FeatureDraft>) => form.edit(changedBy(change));
  const missing = isTried && !draft.name.fr.trim() ? [m.db_field_required()] : [];
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <LanguageFields
        legend={m.db_feature_name()}
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
      {feature.version === 0 && <InputChoice value={draft.input} onChange={(input) => set({ input })} />}
      {draft.input === 'number' && (
        <LanguageFields
          legend={m.db_feature_unit()}
          maxLength={30}
          value={draft.unit}
          errorsAt={(language) => fieldErrors(error, `unit.${language}`)}
          deciding={form}
          path="unit"
          onEdit={(edit) => set(({ unit }) => ({ unit: edit(unit) }))}
        />
      )}
      {/* Also of a feature that has none any more: what was typed for them is still to be decided. */}
      <ConflictNote form={form} path="options" words={optionWords} />
      {draft.input === 'choice' && (
        <OptionsEditor
          options={draft.options}
          isColor={false}
          isTried={isTried}
          error={error}
          onChange={(options) => set({ options })}
        />
      )}
      <Field
        label={m.db_feature_position()}
        hint={m.db_feature_position_hint()}
        errors={[
          ...(isPlaced(feature, draft) ? [] : [m.db_rule_position()]),
          ...fieldErrors(error, 'position'),
        ]}
        note={<ConflictNote form={form} path="position" />}
      >
        {(control) => (
          <input
            {...control}
            className={`${fieldStyles.input} ${fieldStyles.inputShort}`}
            inputMode="numeric"
            dir="ltr"
            value={draft.position}
            onChange={({ target }) => set({ position: target.value })}
          />
        )}
      </Field>
    </RecordFormFrame>
  );
}

function optionWords(options: readonly Option[]): string {
  return options.map(({ name }) => name.fr).join(' · ');
}
