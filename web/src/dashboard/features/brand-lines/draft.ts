/** What is typed of a brand line, and what of it is to be sent. */
import type { BrandLine, BrandLineWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export interface BrandLineDraft {
  readonly brandId: string;
  readonly name: string;
  readonly slug: string;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly picture: string;
  readonly about: LanguageTexts;
  readonly seoTitle: LanguageTexts;
  readonly seoDescription: LanguageTexts;
  /** As it is typed. */
  readonly position: string;
}

/** What a line is before there is one. */
export const NEW_LINE: BrandLine = {
  id: NEW_ID,
  version: 0,
  brandId: '',
  brand: '',
  name: '',
  slug: '',
  link: '',
  picture: '',
  about: NO_TEXTS,
  seoTitle: NO_TEXTS,
  seoDescription: NO_TEXTS,
  position: 1000,
  productsCount: 0,
};

export function draftOf(line: BrandLine): BrandLineDraft {
  const { brandId, name, slug, picture, about, seoTitle, seoDescription, position } = line;
  return { brandId, name, slug, picture, about, seoTitle, seoDescription, position: String(position) };
}

/** What to send; `null` while it has no name or no brand, or its position can't be read. */
export function bodyOf(read: BrandLine, draft: BrandLineDraft): BrandLineWanted | null {
  const position = parsePosition(draft.position);
  if (!draft.name.trim() || !draft.brandId || position === null) return null;
  return {
    ...draft,
    version: read.version,
    name: draft.name.trim(),
    slug: draft.slug.trim(),
    picture: sentPicture(draft.picture),
    position,
  };
}
