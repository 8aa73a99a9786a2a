import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { Promotion } from '../../data/types.ts';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf, TextsField } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { TimeField } from '../../recipe/inputs/day-field.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { useAllowed } from '../../session/use-session.ts';
import { isBackwards } from '../../time.ts';
import { discountOf, RULE_TYPES, RULES, type Rule } from './draft.ts';
import { usePromotionForm } from './use-promotion.ts';
import { RULE_TYPE_WORDS, RULE_WORDS, useEntities } from './words.ts';

const nameOf = pathWords({
  title: m.db_promotion_title,
  subtitle: m.db_promotion_subtitle,
  slogan: m.db_promotion_slogan,
  banner: m.db_promotion_banner,
  value: m.db_promotion_value,
  ruleType: m.db_promotion_rule_type,
  rule: m.db_promotion_rule,
  entityId: m.db_promotion_reach,
  startsAt: m.db_promotion_from,
  endsAt: m.db_promotion_to,
});
const LONGEST_TEXT = 300;
const TEXTS = ['title', 'subtitle', 'slogan'] as const;

/** What is taken off, of what, and when: the type shows the one picker that it needs (specification 2). */
export function PromotionForm({ promotion }: { promotion: Promotion }) {
  const form = usePromotionForm(promotion);
  const { draft, error, isTried } = form;
  const mayWrite = useAllowed()('catalog.write');
  const fields = fieldsOf(form, { wrongAt: () => undefined });
  const { set } = fields;
  const isMissing = isTried && draft.rule !== 'all' && !draft.entityId;
  const choices = useEntities(draft.rule);
  const noteAt = (path: string) => <ConflictNote form={form} path={path} />;
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <Field label={m.db_promotion_rule()} errors={fieldErrors(error, 'rule')} note={noteAt('rule')}>
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={draft.rule}
            onChange={({ target }) => set({ rule: target.value, entityId: '' })}
          >
            {RULES.map((rule) => (
              <option key={rule} value={rule}>
                {RULE_WORDS[rule]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.rule !== 'all' && (
        <RelationPicker
          key={draft.rule}
          label={RULE_WORDS[draft.rule as Rule]()}
          of={choices}
          value={draft.entityId}
          errors={isMissing ? [m.db_field_required()] : fieldErrors(error, 'ruleEntityId')}
          onChange={(entityId) => set({ entityId })}
        />
      )}
      {noteAt('entityId')}
      <Field
        label={m.db_promotion_rule_type()}
        errors={fieldErrors(error, 'ruleType')}
        note={noteAt('ruleType')}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={draft.ruleType}
            onChange={({ target }) => set({ ruleType: target.value })}
          >
            {RULE_TYPES.map((type) => (
              <option key={type} value={type}>
                {RULE_TYPE_WORDS[type]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={m.db_promotion_value()}
        hint={
          draft.ruleType === 'percentage' ? m.db_promotion_value_percentage() : m.db_promotion_value_amount()
        }
        errors={
          discountOf(draft) === null ? [m.db_promotion_value_invalid()] : fieldErrors(error, 'discountValue')
        }
        note={noteAt('value')}
      >
        {(control) => (
          <input
            {...control}
            className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
            inputMode="decimal"
            dir="ltr"
            value={draft.value}
            onChange={({ target }) => set({ value: target.value })}
          />
        )}
      </Field>
      <TimeField
        label={m.db_promotion_from()}
        hint={m.db_promotion_from_hint()}
        value={draft.startsAt}
        errors={fieldErrors(error, 'startsAt')}
        note={noteAt('startsAt')}
        onChange={(startsAt) => set({ startsAt })}
      />
      <TimeField
        label={m.db_promotion_to()}
        hint={m.db_promotion_to_hint()}
        value={draft.endsAt}
        errors={isBackwards(draft) ? [m.db_promotion_backwards()] : fieldErrors(error, 'endsAt')}
        note={noteAt('endsAt')}
        onChange={(endsAt) => set({ endsAt })}
      />
      {TEXTS.map((path) => (
        <TextsField key={path} form={fields} at={path} nameOf={nameOf} most={LONGEST_TEXT} />
      ))}
      <PictureOf
        form={fields}
        at="banner"
        label={m.db_promotion_banner()}
        hint={m.db_promotion_banner_hint()}
        bounds={BANNER}
      />
    </RecordFormFrame>
  );
}
