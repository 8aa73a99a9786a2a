import { Plus } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { MOST_MESSAGES, saysSomething } from './draft.ts';

interface PromoMessagesProps {
  messages: readonly LanguageTexts[];
  /** Saving was asked for. */
  isTried: boolean;
  errors: readonly string[];
  onEdit: (edit: (before: readonly LanguageTexts[]) => readonly LanguageTexts[]) => void;
}

const LONGEST_LINE = 300;

/** The messages of the bar above the shop's header, in turn. */
export function PromoMessages({ messages, isTried, errors, onEdit }: PromoMessagesProps) {
  const needed = (message: LanguageTexts, language: string) =>
    isTried && language === 'fr' && saysSomething(message) && !message.fr.trim()
      ? [m.db_field_required()]
      : [];
  return (
    <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is nothing but its place and its text.
        <div key={at} className={layoutStyles.stack}>
          <LanguageFields
            legend={m.db_settings_message({ n: at + 1 })}
            value={message}
            maxLength={LONGEST_LINE}
            errorsAt={(language) => needed(message, language)}
            onEdit={(edit) => onEdit((all) => all.map((one, other) => (other === at ? edit(one) : one)))}
          />
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={buttonStyles.button}
              onClick={() => onEdit((all) => all.filter((_, other) => other !== at))}
            >
              {m.db_settings_message_remove({ n: at + 1 })}
            </button>
          </div>
        </div>
      ))}
      {errors.length > 0 && <span className={fieldStyles.error}>{errors.join(' ')}</span>}
      <div className={headsStyles.acts}>
        <button
          type="button"
          className={buttonStyles.button}
          disabled={messages.length >= MOST_MESSAGES}
          onClick={() => onEdit((all) => [...all, NO_TEXTS])}
        >
          <Plus className="icon" aria-hidden />
          {m.db_settings_message_add()}
        </button>
      </div>
    </div>
  );
}
