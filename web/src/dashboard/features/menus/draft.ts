/** What is typed of a menu item, and what of it is to be sent. */
import { locale } from '@/i18n/locale.ts';
import type { MenuItem } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { kindOf, type MenuName } from './kinds.ts';

export interface MenuItemDraft {
  readonly menu: string;
  readonly type: string;
  readonly targetId: string;
  readonly link: string;
  readonly label: LanguageTexts;
  readonly accent: boolean;
  readonly isActive: boolean;
}

/** What an item is before there is one. */
export function newItem(menu: MenuName): MenuItem {
  return {
    id: NEW_ID,
    version: 0,
    menu,
    type: 'ProductCategory',
    targetId: '',
    link: '',
    label: NO_TEXTS,
    accent: false,
    isActive: true,
    targetName: NO_TEXTS,
    leads: true,
  };
}

export function draftOf({ menu, type, targetId, link, label, accent, isActive }: MenuItem): MenuItemDraft {
  return { menu, type, targetId, link, label, accent, isActive };
}

/** Another type has another input: what was in the one before is cleared (specification 4). */
export function ofType(type: string): Pick<MenuItemDraft, 'type' | 'targetId' | 'link'> {
  return { type, targetId: '', link: '' };
}

/** A path of the shop, or an address that nobody on the way can read. */
export function isLink(link: string): boolean {
  return /^(\/(?!\/)|https:\/\/[^/?#])[^\\]*$/.test(link);
}

/** The fields that are still to be filled. */
export function missing({ type, targetId, link, label }: MenuItemDraft): readonly string[] {
  const { input } = kindOf(type);
  if (input === 'link') {
    return [...(isLink(link.trim()) ? [] : ['link']), ...(label.fr.trim() ? [] : ['label.fr'])];
  }
  return input && !targetId ? ['targetId'] : [];
}

/** The form to send, field by field; `null` while something is missing. */
export function formOf({ version }: MenuItem, draft: MenuItemDraft): Record<string, string> | null {
  if (missing(draft).length > 0) return null;
  const { label } = draft;
  return {
    version: String(version),
    menu: draft.menu,
    type: draft.type,
    targetId: draft.targetId,
    link: draft.link.trim(),
    'label.fr': label.fr.trim(),
    'label.ar': label.ar.trim(),
    'label.en': label.en.trim(),
    accent: String(draft.accent),
    isActive: String(draft.isActive),
  };
}

/** The same of an item that is there. */
export function fieldsOf(item: MenuItem): Record<string, string> {
  return formOf(item, draftOf(item)) ?? {};
}

/** As shoppers read it in the language of the screen. */
export function nameOf({ label, targetName, type }: MenuItem): string {
  const own = label[locale()];
  return own || targetName[locale()] || targetName.fr || label.fr || kindOf(type).words();
}

/** What stands at the top, each with what is below it. */
export function inTreeOrder(items: readonly MenuItem[]): readonly MenuItem[] {
  const top = items.filter(({ parentId }) => !parentId);
  return top.flatMap((item) => [item, ...items.filter(({ parentId }) => parentId === item.id)]);
}
