import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { IconButton } from '@/ui/rich/icon-button.tsx';
import { fieldErrors } from '../../data/messages.ts';
import { LANGUAGES } from './language-texts.ts';
import { OptionPicture } from './option-picture.tsx';
import { FIRST_COLOR, movedOption, newOption, type Option, repeatedOptions } from './options.ts';
import * as styles from './options-editor.module.css';

interface OptionsEditorProps {
  options: readonly Option[];
  isColor: boolean;
  /** Whether an option may have a picture. */
  isPictured?: boolean;
  isTried: boolean;
  error: Error | null;
  onChange: (options: readonly Option[]) => void;
}

/** The options in the order in which shoppers see them. */
export function OptionsEditor({
  options,
  isColor,
  isPictured = false,
  isTried,
  error,
  onChange,
}: OptionsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  const keepFocus = useFocusKept(options.map(({ id }) => id).join());
  const repeated = repeatedOptions(options);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    list.current?.querySelector<HTMLInputElement>('li:last-child input[lang=fr]')?.focus();
  });
  const wrongAt = (at: number, { name }: Option) => [
    ...(isTried && !name.fr.trim() ? [m.db_field_required()] : []),
    ...(repeated.has(at) ? [m.db_rule_repeated()] : []),
    ...fieldErrors(error, `options[${at}].name.fr`),
    ...fieldErrors(error, `options[${at}].picture`),
  ];
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_attribute_options()}</legend>
      <ol className={styles.options} ref={list}>
        {options.map((option, at) => (
          <OptionRow
            key={option.id}
            {...{ option, at, isColor, isPictured }}
            isLast={at === options.length - 1}
            errors={wrongAt(at, option)}
            onChange={(next) => onChange(options.map((one) => (one === option ? next : one)))}
            onMove={(to) => {
              keepFocus();
              onChange(movedOption(options, at, to));
            }}
            onRemove={() => onChange(options.filter((one) => one !== option))}
          />
        ))}
      </ol>
      <button
        type="button"
        className={buttonStyles.button}
        onClick={() => {
          isAdded.current = true;
          onChange([...options, newOption()]);
        }}
      >
        <Plus className="icon" aria-hidden />
        {m.db_attribute_option_add()}
      </button>
    </fieldset>
  );
}

interface OptionRowProps {
  option: Option;
  at: number;
  isLast: boolean;
  isColor: boolean;
  isPictured: boolean;
  errors: readonly string[];
  onChange: (option: Option) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const IN_LANGUAGE = {
  fr: m.db_attribute_option_fr,
  ar: m.db_attribute_option_ar,
  en: m.db_attribute_option_en,
};

function OptionRow({
  option,
  at,
  isLast,
  isColor,
  isPictured,
  errors,
  onChange,
  onMove,
  onRemove,
}: OptionRowProps) {
  const name = option.name.fr.trim() || m.db_attribute_option_place({ place: at + 1 });
  const wrong = `option-${option.id}-error`;
  return (
    <li className={styles.optionRow}>
      {isColor && (
        <input
          type="color"
          aria-label={m.db_attribute_option_color({ name })}
          value={option.color || FIRST_COLOR}
          onChange={({ target }) => onChange({ ...option, color: target.value })}
        />
      )}
      {LANGUAGES.map((language) => (
        <input
          key={language}
          className={fieldStyles.input}
          maxLength={300}
          lang={language}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          aria-label={IN_LANGUAGE[language]({ place: at + 1 })}
          placeholder={language.toUpperCase()}
          {...(language === 'fr' && errors.length > 0 && { 'aria-invalid': true, 'aria-describedby': wrong })}
          value={option.name[language]}
          onChange={({ target }) =>
            onChange({ ...option, name: { ...option.name, [language]: target.value } })
          }
        />
      ))}
      {isPictured && (
        <OptionPicture
          picture={option.picture ?? ''}
          name={name}
          onPicture={(picture) => onChange({ ...option, picture })}
        />
      )}
      <span className={tableStyles.rowActs}>
        <IconButton
          label={m.db_attribute_option_up({ name })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <ArrowUp className="icon" aria-hidden />
        </IconButton>
        <IconButton
          label={m.db_attribute_option_down({ name })}
          disabled={isLast}
          onClick={() => onMove(at + 1)}
        >
          <ArrowDown className="icon" aria-hidden />
        </IconButton>
        <IconButton label={m.db_attribute_option_remove({ name })} onClick={onRemove}>
          <X className="icon" aria-hidden />
        </IconButton>
      </span>
      {errors.length > 0 && (
        <span className={fieldStyles.error} id={wrong}>
          {errors.join(' ')}
        </span>
      )}
    </li>
  );
}
