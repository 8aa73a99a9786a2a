import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { type BlockDraft, FIRST_COLOR } from './draft.ts';
import { SIZES } from './kinds.ts';

/** How a block looks (specification 3 "Module settings"). */
export function LooksFields({ fields }: { fields: FieldForm<BlockDraft> }) {
  const { draft, set, errorsAt, deciding } = fields;
  return (
    <>
      <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
        <legend>{m.db_block_looks()}</legend>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={draft.isActive}
            onChange={({ target }) => set({ isActive: target.checked })}
          />
          {m.db_block_active()}
        </label>
        <ConflictNote form={deciding} path="isActive" words={yesOrNo} />
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={draft.showTitle}
            onChange={({ target }) => set({ showTitle: target.checked })}
          />
          {m.db_block_show_title()}
        </label>
        <ConflictNote form={deciding} path="showTitle" words={yesOrNo} />
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={draft.bgColor !== ''}
            onChange={({ target }) => set({ bgColor: target.checked ? FIRST_COLOR : '' })}
          />
          {m.db_block_own_color()}
        </label>
      </fieldset>
      {draft.bgColor !== '' && (
        <Field label={m.db_block_color()} hint={m.db_block_color_hint()} errors={errorsAt('bgColor')}>
          {(control) => (
            <input
              {...control}
              type="color"
              className={fieldStyles.input}
              value={draft.bgColor}
              onChange={({ target }) => set({ bgColor: target.value })}
            />
          )}
        </Field>
      )}
      <ConflictNote form={deciding} path="bgColor" />
      <Field
        label={m.db_block_size()}
        errors={errorsAt('size')}
        note={<ConflictNote form={deciding} path="size" words={sizeWord} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={draft.size}
            onChange={({ target }) => set({ size: Number(target.value) })}
          >
            {SIZES.map(([size, words]) => (
              <option key={size} value={size}>
                {words()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        form={fields}
        at="wrapperCssClass"
        label={m.db_block_wrapper_class()}
        hint={m.db_block_class_hint()}
        maxLength={200}
        dir="ltr"
      />
      <TextField
        form={fields}
        at="containerClass"
        label={m.db_block_container_class()}
        hint={m.db_block_class_hint()}
        maxLength={200}
        dir="ltr"
      />
    </>
  );
}

function yesOrNo(isTrue: boolean): string {
  return isTrue ? m.db_block_on() : m.db_block_off();
}

function sizeWord(size: number): string {
  return SIZES.find(([one]) => one === size)?.[1]() ?? String(size);
}
