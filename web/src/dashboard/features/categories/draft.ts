/** What is typed of a category, and what of it is to be sent. */
import { isSame } from '@/domain/merge.ts';
import type { Category, CategoryChange } from '../../data/types.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

const TEXTS = ['names', 'about', 'seoTitle', 'seoDescription'] as const;
export type TextPart = (typeof TEXTS)[number];

export interface CategoryDraft extends Readonly<Pick<Category, TextPart>> {
  readonly slug: string;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly image: string;
  /** Of the set of features that its products are described by; empty for none. */
  readonly featureSetId: string;
}

export function draftOf({ featureSetId, ...category }: Category): CategoryDraft {
  const { names, about, seoTitle, seoDescription, slug, image } = category;
  return { names, about, seoTitle, seoDescription, slug, image, featureSetId: featureSetId ?? '' };
}

/** What to send: only what changed; `null` while it has no French name. */
export function bodyOf(category: Category, draft: CategoryDraft): CategoryChange | null {
  if (!draft.names.fr.trim()) return null;
  const before = draftOf(category);
  const texts = TEXTS.filter((part) => !isSame(draft[part], before[part]));
  return {
    version: category.version,
    ...Object.fromEntries(texts.map((part) => [part, draft[part]])),
    ...(draft.slug !== before.slug && { slug: draft.slug.trim() }),
    ...(draft.image !== before.image && { image: sentPicture(draft.image) }),
    ...(draft.featureSetId !== before.featureSetId && { featureSetId: draft.featureSetId }),
  };
}
