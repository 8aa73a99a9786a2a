/** What is typed of the shop's settings, and what of it is to be sent. */
import { latinDigits } from '@/domain/digits.ts';
import type { ShopSettings, ShopSettingsChange } from '../../data/types.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';
import { LANGUAGES, type LanguageTexts } from '../../recipe/inputs/language-texts.ts';

export interface PromiseDraft {
  kind: string;
  title: LanguageTexts;
  text: LanguageTexts;
}

export interface SettingsDraft {
  shopName: LanguageTexts;
  phone: string;
  openingHours: LanguageTexts;
  activeAddToCart: boolean;
  priceBasis: string;
  showLowestPrice: boolean;
  promoMessages: readonly LanguageTexts[];
  promises: readonly PromiseDraft[];
  /** Seconds; empty: as the installation has it. */
  cooldownSeconds: string;
  /** Hours; empty: as the installation has it. */
  holdHours: string;
  identity: ShopSettings['identity'];
}

export const PROMISE_KINDS = ['payment', 'delivery', 'call', 'exchange'] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];
export const MOST_PROMISES = 8;
export const MOST_MESSAGES = 20;
export const COOLDOWN_SECONDS = { min: 60, max: 3600 };
export const HOLD_HOURS = { min: 1, max: 720 };

/** Of a gateway of the release before, which doesn't tell it while a new one takes its place. */
const UNTOLD: SettingsDraft['identity'] = {
  name: '',
  address: '',
  email: '',
  rc: '',
  nif: '',
  nis: '',
  ai: '',
};

export function isIdentityTold({ identity }: ShopSettings): boolean {
  return identity !== undefined;
}

export function draftOf(settings: ShopSettings): SettingsDraft {
  const { shopName, phone, openingHours, activeAddToCart, priceBasis, showLowestPrice } = settings;
  const { promoMessages, promises, cooldownSeconds, holdHours, identity } = settings;
  return {
    shopName,
    phone,
    openingHours,
    activeAddToCart,
    priceBasis,
    showLowestPrice,
    promoMessages,
    promises,
    cooldownSeconds: cooldownSeconds ? String(cooldownSeconds) : '',
    holdHours: holdHours ? String(holdHours) : '',
    identity: { ...UNTOLD, ...identity },
  };
}

/** Whether it is a whole number within the bounds, or nothing. */
export function isTime(text: string, { min, max }: { min: number; max: number }): boolean {
  const typed = latinDigits(text.trim());
  return typed === '' || (/^\d{1,5}$/.test(typed) && Number(typed) >= min && Number(typed) <= max);
}

/** What the fallback language has to say. */
function isComplete({ shopName, promoMessages, promises }: SettingsDraft): boolean {
  const needed = [shopName, ...promoMessages.filter(saysSomething), ...promises.map(({ title }) => title)];
  return needed.every(({ fr }) => fr.trim() !== '');
}

/** A message that was added and left empty is none. */
export function saysSomething(message: LanguageTexts): boolean {
  return LANGUAGES.some((language) => message[language].trim() !== '');
}

/** What to send; `null` while something is missing. */
export function bodyOf(read: ShopSettings, draft: SettingsDraft): ShopSettingsChange | null {
  const { cooldownSeconds, holdHours } = draft;
  if (!isComplete(draft) || !isTime(cooldownSeconds, COOLDOWN_SECONDS) || !isTime(holdHours, HOLD_HOURS)) {
    return null;
  }
  const told = {
    ...draft,
    promoMessages: draft.promoMessages.filter(saysSomething),
    cooldownSeconds: Number(latinDigits(cooldownSeconds.trim())),
    holdHours: Number(latinDigits(holdHours.trim())),
  };
  const changed = changedFields(draftOf(read), draft).map((field) => [field, told[field]]);
  return { version: read.version, ...Object.fromEntries(changed) };
}
