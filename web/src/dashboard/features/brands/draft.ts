/** What is typed of a brand, and what of it is to be sent. */
import type { Brand, BrandChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { LANGUAGES, type LanguageTexts } from '../../recipe/inputs/language-texts.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export interface BrandDraft {
  name: string;
  about: LanguageTexts;
  /** As it is typed. */
  position: string;
  /** Address of the logo, a picture that was just chosen as `data:`, or empty. */
  logo: string;
}

/** What a brand is before there is one. */
export const NEW_BRAND: Brand = {
  id: NEW_ID,
  version: 0,
  name: '',
  link: '',
  logo: '',
  about: { fr: '', ar: '', en: '' },
  position: 1000,
  productsCount: 0,
  mergedInto: null,
};

/** The logo's address; empty for the one that stands where there is none. */
export function logoOf({ logo }: Brand): string {
  return logo.startsWith('/') ? logo : '';
}

export function draftOf(brand: Brand): BrandDraft {
  const { name, about, position } = brand;
  return { name, about, position: String(position), logo: logoOf(brand) };
}

/** Paths of the draft that differ from the brand. */
function changedPaths(brand: Brand, draft: BrandDraft): string[] {
  const before = draftOf(brand);
  const own = (['name', 'position', 'logo'] as const).filter((field) => draft[field] !== before[field]);
  const texts = LANGUAGES.filter((language) => draft.about[language] !== before.about[language]);
  return [...own, ...texts.map((language) => `about.${language}`)];
}

/** What to send; `null` while it has no name or the position can't be read. */
export function bodyOf(brand: Brand, draft: BrandDraft): BrandChange | null {
  const changed = changedPaths(brand, draft);
  const position = parsePosition(draft.position);
  if (position === null || !draft.name.trim()) return null;
  return {
    version: brand.version,
    ...(changed.includes('name') && { name: draft.name.trim() }),
    ...(changed.some((path) => path.startsWith('about.')) && { about: draft.about }),
    ...(changed.includes('position') && { position }),
    ...(changed.includes('logo') && { logo: sentPicture(draft.logo) }),
  };
}
