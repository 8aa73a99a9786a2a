import { Plus } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { MOST_PROMISES, PROMISE_KINDS, type PromiseDraft, type PromiseKind } from './draft.ts';

interface PromiseListProps {
  promises: readonly PromiseDraft[];
  /** Saving was asked for. */
  isTried: boolean;
  errors: readonly string[];
  onEdit: (edit: (before: readonly PromiseDraft[]) => readonly PromiseDraft[]) => void;
}

const KIND_WORDS: Record<PromiseKind, () => string> = {
  payment: m.db_promise_payment,
  delivery: m.db_promise_delivery,
  call: m.db_promise_call,
  exchange: m.db_promise_exchange,
};

const NEW_PROMISE: PromiseDraft = { kind: 'payment', title: NO_TEXTS, text: NO_TEXTS };
const LONGEST_LINE = 300;

/** What the merchant promises, in words of their own. */
export function PromiseList({ promises, isTried, errors, onEdit }: PromiseListProps) {
  return (
    <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      {promises.map((promise, at) => (
        <PromiseFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a promise is nothing but its place and its words.
          key={at}
          number={at + 1}
          promise={promise}
          isTried={isTried}
          onChange={(change) =>
            onEdit((all) => all.map((one, other) => (other === at ? changedBy(change)(one) : one)))
          }
          onRemove={() => onEdit((all) => all.filter((_, other) => other !== at))}
        />
      ))}
      {errors.length > 0 && <span className={fieldStyles.error}>{errors.join(' ')}</span>}
      <div className={headsStyles.acts}>
        <button
          type="button"
          className={buttonStyles.button}
          disabled={promises.length >= MOST_PROMISES}
          onClick={() => onEdit((all) => [...all, NEW_PROMISE])}
        >
          <Plus className="icon" aria-hidden />
          {m.db_promise_add()}
        </button>
      </div>
    </div>
  );
}

interface PromiseFieldsProps {
  number: number;
  promise: PromiseDraft;
  isTried: boolean;
  onChange: (change: Change<PromiseDraft>) => void;
  onRemove: () => void;
}

function PromiseFields({ number, promise, isTried, onChange, onRemove }: PromiseFieldsProps) {
  const needed = (language: string) =>
    isTried && language === 'fr' && !promise.title.fr.trim() ? [m.db_field_required()] : [];
  return (
    <div className={layoutStyles.stack}>
      <Field label={m.db_promise_kind({ n: number })}>
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={promise.kind}
            onChange={({ target }) => onChange({ kind: target.value })}
          >
            {PROMISE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <LanguageFields
        legend={m.db_promise_title({ n: number })}
        value={promise.title}
        maxLength={LONGEST_LINE}
        errorsAt={needed}
        onEdit={(edit) => onChange(({ title }) => ({ title: edit(title) }))}
      />
      <LanguageFields
        legend={m.db_promise_text({ n: number })}
        value={promise.text}
        maxLength={LONGEST_LINE}
        errorsAt={() => []}
        onEdit={(edit) => onChange(({ text }) => ({ text: edit(text) }))}
      />
      <div className={headsStyles.acts}>
        <button type="button" className={buttonStyles.button} onClick={onRemove}>
          {m.db_promise_remove({ n: number })}
        </button>
      </div>
    </div>
  );
}
