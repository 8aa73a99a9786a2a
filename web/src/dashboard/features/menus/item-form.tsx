import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { MenuItem } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import { changedBy } from '../../recipe/form/change.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { isLink, type MenuItemDraft, missing, ofType } from './draft.ts';
import { KIND_NAMES, KINDS, kindOf, MENUS, type MenuName } from './kinds.ts';
import { TargetField } from './target-field.tsx';
import { useMenuItemForm } from './use-menu-item.ts';

const LONGEST_LABEL = 80;

const NAMES: Record<string, () => string> = {
  menu: m.db_menu_menu,
  type: m.db_menu_type,
  targetId: m.db_menu_target,
  link: m.db_menu_link,
  label: m.db_menu_label,
  accent: m.db_menu_accent,
  isActive: m.db_menu_active,
};

function nameOf(path: string): string {
  const [part = '', language] = path.split('.');
  const inLanguage = LANGUAGES.find((one) => one === language);
  const name = NAMES[part]?.() ?? part;
  return inLanguage ? `${name}, ${LANGUAGE_NAMES[inLanguage]()}` : name;
}

/** An item: its type shows the one input that it needs, and another type clears it (specification 4). */
export function ItemForm({ item }: { item: MenuItem }) {
  const form = useMenuItemForm(item);
  const { draft, error, isTried } = form;
  const fields: FieldForm<MenuItemDraft> = {
    draft,
    set: (change) => form.edit(changedBy(change)),
    errorsAt: (path) => {
      if (path === 'link' && draft.link.trim() && !isLink(draft.link.trim())) return [m.db_menu_link_wrong()];
      if (isTried && missing(draft).includes(path)) return [m.db_field_required()];
      return fieldErrors(error, path);
    },
    deciding: form,
  };
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      {item.version === 0 && (
        <Field label={m.db_menu_menu()} errors={fields.errorsAt('menu')}>
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={draft.menu}
              onChange={({ target }) => fields.set({ menu: target.value })}
            >
              {(Object.keys(MENUS) as MenuName[]).map((menu) => (
                <option key={menu} value={menu}>
                  {MENUS[menu]()}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field
        label={m.db_menu_type()}
        errors={fields.errorsAt('type')}
        note={<ConflictNote form={form} path="type" words={(type: string) => kindOf(type).words()} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={draft.type}
            onChange={({ target }) => fields.set(ofType(target.value))}
          >
            {KIND_NAMES.map((type) => (
              <option key={type} value={type}>
                {KINDS[type].words()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TargetField fields={fields} />
      <LanguageFields
        legend={m.db_menu_label()}
        value={draft.label}
        maxLength={LONGEST_LABEL}
        errorsAt={(language) => fields.errorsAt(`label.${language}`)}
        deciding={form}
        path="label"
        onEdit={(edit) => fields.set(({ label }) => ({ label: edit(label) }))}
      />
      {draft.type !== 'Link' && <p className={fieldStyles.hint}>{m.db_menu_label_hint()}</p>}
      <Ticks fields={fields} />
    </RecordFormFrame>
  );
}

function Ticks({ fields: { draft, set, deciding } }: { fields: FieldForm<MenuItemDraft> }) {
  const yesNo = (value: boolean) => (value ? m.db_block_on() : m.db_block_off());
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{m.db_menu_looks()}</legend>
      {(['isActive', 'accent'] as const).map((at) => (
        <div key={at}>
          <label>
            <input
              type="checkbox"
              className={checkStyles.check}
              checked={draft[at]}
              onChange={({ target }) => set({ [at]: target.checked })}
            />
            {nameOf(at)}
          </label>
          <ConflictNote form={deciding} path={at} words={yesNo} />
        </div>
      ))}
    </fieldset>
  );
}
