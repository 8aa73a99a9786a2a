import { m } from '@/i18n/paraglide.gen/messages.js';
import { useChoices } from '../../parts/choices.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import type { MenuItemDraft } from './draft.ts';
import { kindOf } from './kinds.ts';

/** Inputs whose things are few enough to be chosen from a list. */
const LISTED = {
  category: 'categories',
  brand: 'brands',
  collections: 'collections',
  cmsPage: 'cmsPage',
  blogCategory: 'blogCategory',
  blogPost: 'blogPost',
} as const;

/** What the item leads to: the one input of its type, none where the type says it all. */
export function TargetField({ fields }: { fields: FieldForm<MenuItemDraft> }) {
  const { draft, set, errorsAt, deciding } = fields;
  const { input, words } = kindOf(draft.type);
  const choices = useChoices(input && input in LISTED ? LISTED[input as keyof typeof LISTED] : undefined);
  if (!input) return null;
  if (input === 'link') {
    return (
      <TextField form={fields} at="link" label={m.db_menu_link()} hint={m.db_menu_link_hint()} dir="ltr" />
    );
  }
  return (
    <>
      <RelationPicker
        key={input}
        label={words()}
        of={input === 'product' ? 'products' : choices}
        value={draft.targetId}
        errors={errorsAt('targetId')}
        onChange={(targetId) => set({ targetId })}
      />
      <ConflictNote form={deciding} path="targetId" />
    </>
  );
}
