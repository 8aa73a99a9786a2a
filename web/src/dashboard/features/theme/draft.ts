/** How the shop looks while it is chosen: its pictures and its colours, and what of it is to be sent. */
import type { ShopSettings, ShopSettingsChange } from '../../data/types.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';
import { canBeSaved, chosen, type Palette, paletteOf } from './palette.ts';

export const PICTURES = ['logo', 'favicon'] as const;
export type Picture = (typeof PICTURES)[number];

/** Of a picture its address, one that was just chosen as `data:`, or nothing. */
export type LookDraft = Palette & Readonly<Record<Picture, string>>;

export function draftOf({ theme, logo, favicon }: ShopSettings): LookDraft {
  return { ...paletteOf(theme), logo, favicon };
}

/** What to send; `null` while text can't be read in one of the colours. */
export function bodyOf(read: ShopSettings, draft: LookDraft): ShopSettingsChange | null {
  if (!canBeSaved(draft)) return null;
  const others = PICTURES.filter((picture) => draft[picture] !== read[picture]);
  const pictures = others.map((picture) => [picture, sentPicture(draft[picture])]);
  return { version: read.version, theme: chosen(draft), ...Object.fromEntries(pictures) };
}
