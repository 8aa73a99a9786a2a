import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { type Choices, choiceName, useChoices } from '../../parts/choices.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RelationsPicker } from '../../recipe/inputs/relation-picker.tsx';
import { type CollectionDraft, type RuleDraft, ruleOf } from './draft.ts';
import { RulePreview } from './rule-preview.tsx';

interface RuleFieldsProps {
  fields: FieldForm<CollectionDraft>;
  /** What stands at a path, in words. */
  nameOf: (path: string) => string;
}

/** The conditions of a rule, and what fits them all now. */
export function RuleFields({ fields, nameOf }: RuleFieldsProps) {
  const categories = useChoices('categories');
  const brands = useChoices('brands');
  const { draft, errorsAt } = fields;
  const { rule } = draft;
  const set = (change: Partial<RuleDraft>) => fields.set({ rule: { ...rule, ...change } });
  const part = { fields, nameOf, set };
  const wrong = errorsAt('rule');
  const wanted = ruleOf(rule);
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_collection_rule()}</legend>
      <p className={fieldStyles.hint}>{m.db_collection_rule_hint()}</p>
      {wrong.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {wrong.join(' ')}
        </p>
      )}
      <Several {...part} at="categories" choices={categories} all={m.db_collection_all_categories()} />
      <Several {...part} at="brands" choices={brands} all={m.db_line_brand_all()} />
      <Typed {...part} at="tags" hint={m.db_collection_tags_hint()} />
      <Price {...part} at="priceFrom" />
      <Price {...part} at="priceTo" />
      <Typed {...part} at="newWithinDays" hint={m.db_collection_days_hint()} inputMode="numeric" />
      <Ticked {...part} at="isFeatured" />
      <Ticked {...part} at="isOnPromotion" />
      {wanted && <RulePreview rule={wanted} />}
    </fieldset>
  );
}

interface PartProps<At extends keyof RuleDraft> extends RuleFieldsProps {
  at: At;
  set: (change: Partial<RuleDraft>) => void;
}

/** Some of a list of things. */
function Several({
  fields,
  nameOf,
  at,
  set,
  choices,
  all,
}: PartProps<'categories' | 'brands'> & { choices: Choices; all: string }) {
  const chosen = fields.draft.rule[at];
  const path = `rule.${at}`;
  const namesOf = (ids: readonly string[]) => ids.map((id) => choiceName(choices, id)).join(' · ');
  return (
    <RelationsPicker
      label={nameOf(path)}
      of={choices}
      value={chosen}
      none={all}
      errors={fields.errorsAt(path)}
      note={<ConflictNote form={fields.deciding} path={path} words={namesOf} />}
      onToggle={({ id }) =>
        set({ [at]: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] })
      }
    />
  );
}

interface TypedProps extends PartProps<'tags' | 'newWithinDays'> {
  hint: string;
  inputMode?: 'numeric';
}

function Typed({ fields, nameOf, at, set, hint, inputMode }: TypedProps) {
  return (
    <RuleField fields={fields} nameOf={nameOf} at={at} hint={hint}>
      {(control) => (
        <input
          {...control}
          className={inputMode ? `${fieldStyles.input} ${fieldStyles.inputNumber}` : fieldStyles.input}
          {...(inputMode && { inputMode, dir: 'ltr' })}
          value={fields.draft.rule[at]}
          onChange={({ target }) => set({ [at]: target.value })}
        />
      )}
    </RuleField>
  );
}

function Price({ fields, nameOf, at, set }: PartProps<'priceFrom' | 'priceTo'>) {
  return (
    <RuleField fields={fields} nameOf={nameOf} at={at}>
      {(control) => (
        <MoneyInput control={control} text={fields.draft.rule[at]} onText={(text) => set({ [at]: text })} />
      )}
    </RuleField>
  );
}

function Ticked({ fields, nameOf, at, set }: PartProps<'isFeatured' | 'isOnPromotion'>) {
  return (
    <div className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <label>
        <input
          type="checkbox"
          className={checkStyles.check}
          checked={fields.draft.rule[at]}
          onChange={({ target }) => set({ [at]: target.checked })}
        />
        {nameOf(`rule.${at}`)}
      </label>
      <ConflictNote
        form={fields.deciding}
        path={`rule.${at}`}
        words={(isTicked) => (isTicked ? m.db_yes() : m.db_no())}
      />
    </div>
  );
}

interface RuleFieldProps extends RuleFieldsProps {
  at: keyof RuleDraft;
  hint?: string;
  children: (control: Parameters<Parameters<typeof Field>[0]['children']>[0]) => ReactNode;
}

function RuleField({ fields, nameOf, at, hint, children }: RuleFieldProps) {
  const path = `rule.${at}`;
  return (
    <Field
      label={nameOf(path)}
      hint={hint}
      errors={fields.errorsAt(path)}
      note={<ConflictNote form={fields.deciding} path={path} />}
    >
      {children}
    </Field>
  );
}
