import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import type { Feature } from '../../data/types.ts';
import type { Change } from '../../recipe/form/change.ts';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import type { ValueDraft } from './sheet.ts';

interface ValueInputProps {
  feature: Feature;
  value: ValueDraft;
  form: Deciding;
  errors: readonly string[];
  onChange: (change: Change<ValueDraft>) => void;
}

/** One value, typed or chosen as its feature asks. */
export function ValueInput({ feature, value, form, errors, onChange }: ValueInputProps) {
  const name = written(feature.name);
  const { input } = feature;
  if (input === 'text') {
    return (
      <LanguageFields
        legend={name}
        maxLength={300}
        value={value.text ?? NO_TEXTS}
        errorsAt={(language) => (language === 'fr' ? errors : [])}
        deciding={form}
        path={`sheet.${feature.id}.text`}
        onEdit={(edit) => onChange(({ text = NO_TEXTS }) => ({ text: edit(text) }))}
      />
    );
  }
  const plain = value[input] ?? '';
  const set = (other: string) => onChange({ [input]: other });
  const note = (
    <ConflictNote
      form={form}
      path={`sheet.${feature.id}.${input}`}
      words={(theirs: string) => choicesOf(feature).find(([id]) => id === theirs)?.[1] ?? theirs}
    />
  );
  return (
    <Field label={name} errors={errors} note={note}>
      {(control) =>
        input === 'number' ? (
          <NumberInput {...{ control, feature, set }} text={plain} />
        ) : (
          <Choice {...{ control, set }} chosen={plain} choices={choicesOf(feature)} />
        )
      }
    </Field>
  );
}

type Choices = readonly (readonly [id: string, name: string])[];

function choicesOf({ input, options }: Feature): Choices {
  if (input !== 'yes_no') return options.map(({ id, name }) => [id, written(name)]);
  return [
    ['yes', m.db_yes()],
    ['no', m.db_no()],
  ];
}

interface NumberInputProps {
  control: ControlProps;
  feature: Feature;
  text: string;
  set: (text: string) => void;
}

function NumberInput({ control, feature, text, set }: NumberInputProps) {
  return (
    <span className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}>
      <input
        {...control}
        inputMode="decimal"
        dir="ltr"
        maxLength={24}
        value={text}
        onChange={({ target }) => set(target.value)}
      />
      <bdi className="unit">{written(feature.unit)}</bdi>
    </span>
  );
}

interface ChoiceProps {
  control: ControlProps;
  chosen: string;
  choices: Choices;
  set: (id: string) => void;
}

function Choice({ control, chosen, choices, set }: ChoiceProps) {
  return (
    <select
      {...control}
      className={fieldStyles.input}
      value={chosen}
      onChange={({ target }) => set(target.value)}
    >
      {chosen === '' && <option value="">{m.db_choose()}</option>}
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
