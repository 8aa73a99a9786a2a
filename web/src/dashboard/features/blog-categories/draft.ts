/** What is typed of a category of the blog, and what of it is to be sent. */
import type { BlogCategory, BlogCategoryWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export interface BlogCategoryDraft {
  readonly name: LanguageTexts;
  readonly slug: string;
  readonly description: LanguageTexts;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly picture: string;
  readonly seoTitle: LanguageTexts;
  readonly seoDescription: LanguageTexts;
  /** As it is typed. */
  readonly position: string;
}

/** What a category is before there is one. */
export const NEW_BLOG_CATEGORY: BlogCategory = {
  id: NEW_ID,
  version: 0,
  slug: '',
  link: '',
  name: NO_TEXTS,
  description: NO_TEXTS,
  picture: '',
  seoTitle: NO_TEXTS,
  seoDescription: NO_TEXTS,
  position: 1000,
  postsCount: 0,
};

export function draftOf(category: BlogCategory): BlogCategoryDraft {
  const { name, slug, description, picture, seoTitle, seoDescription, position } = category;
  return { name, slug, description, picture, seoTitle, seoDescription, position: String(position) };
}

/** What to send; `null` while it has no French name, or its position can't be read. */
export function bodyOf(read: BlogCategory, draft: BlogCategoryDraft): BlogCategoryWanted | null {
  const position = parsePosition(draft.position);
  if (!draft.name.fr.trim() || position === null) return null;
  return {
    ...draft,
    version: read.version,
    slug: draft.slug.trim(),
    picture: sentPicture(draft.picture),
    position,
  };
}
