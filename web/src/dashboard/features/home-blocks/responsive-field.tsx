import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import type { BlockDraft } from './draft.ts';
import { parseResponsive, WIDTHS, type Width, withWidth } from './responsive.ts';

const WORDS: Record<Width, () => string> = {
  mobile: m.db_block_on_mobile,
  tablet: m.db_block_on_tablet,
  desktop: m.db_block_on_desktop,
};

/** Things beside each other by the width of the screen, three numbers in one hidden JSON input (specification 2). */
export function ResponsiveField({ fields }: { fields: FieldForm<BlockDraft> }) {
  const { draft, set, errorsAt, deciding } = fields;
  const numbers = parseResponsive(draft.responsiveNumber);
  const [typed, setTyped] = useState<Partial<Record<Width, string>>>({});
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_block_beside()}</legend>
      <div className={layoutStyles.langs}>
        {WIDTHS.map((width) => (
          <Field key={width} label={WORDS[width]()} errors={errorsAt(`responsiveNumber.${width}`)}>
            {(control) => (
              <input
                {...control}
                className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
                inputMode="numeric"
                dir="ltr"
                value={typed[width] ?? (numbers[width] || '')}
                onChange={({ target: { value } }) => {
                  setTyped({ ...typed, [width]: value });
                  set({ responsiveNumber: withWidth(draft.responsiveNumber, width, value) });
                }}
                onBlur={() => setTyped({ ...typed, [width]: undefined })}
              />
            )}
          </Field>
        ))}
      </div>
      <span className={fieldStyles.hint}>{m.db_block_beside_hint()}</span>
      <input type="hidden" name="responsiveNumber" value={draft.responsiveNumber} readOnly />
      <ConflictNote form={deciding} path="responsiveNumber" />
    </fieldset>
  );
}
