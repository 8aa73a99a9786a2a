import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import type { LookupItem } from '../../data/types.ts';
import { useBrands } from '../../parts/brand-choices.ts';
import { useCategories } from '../../parts/category-choices.ts';
import { ProductPicker } from '../../parts/product-picker.tsx';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import type { MenuItemDraft } from './draft.ts';
import { kindOf } from './kinds.ts';
import { type Listed, useTargets } from './queries.ts';

/** What the item leads to: the one input of its type, none where the type says it all. */
export function TargetField({ fields }: { fields: FieldForm<MenuItemDraft> }) {
  const { draft, set, errorsAt, deciding } = fields;
  const { input, words } = kindOf(draft.type);
  const picker = {
    label: words(),
    value: draft.targetId,
    errors: errorsAt('targetId'),
    onChange: (targetId: string) => set({ targetId }),
  };
  if (!input) return null;
  if (input === 'link') {
    return (
      <TextField form={fields} at="link" label={m.db_menu_link()} hint={m.db_menu_link_hint()} dir="ltr" />
    );
  }
  return (
    <>
      {input === 'product' && <ProductPicker {...picker} />}
      {input === 'category' && <CategoryPicker {...picker} />}
      {input === 'brand' && <BrandPicker {...picker} />}
      {input !== 'product' && input !== 'category' && input !== 'brand' && (
        <TargetPicker key={input} of={input} {...picker} />
      )}
      <ConflictNote form={deciding} path="targetId" />
    </>
  );
}

interface PickerProps {
  label: string;
  value: string;
  errors: readonly string[];
  onChange: (id: string) => void;
}

function CategoryPicker(picker: PickerProps) {
  return <Picker {...picker} choices={useCategories()} />;
}

function BrandPicker(picker: PickerProps) {
  return <Picker {...picker} choices={useBrands()} />;
}

function TargetPicker({ of, ...picker }: PickerProps & { of: Listed }) {
  return <Picker {...picker} choices={useTargets(of)} />;
}

function Picker({
  label,
  value,
  errors,
  onChange,
  choices,
}: PickerProps & { choices: readonly LookupItem[] }) {
  return (
    <Field label={label} errors={errors} hint={choices.length === 0 ? m.db_menu_none() : undefined}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{m.db_promotion_choose()}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
