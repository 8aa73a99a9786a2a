/** What is typed of a category, and what of it is to be sent. */
import { isSame } from '@/domain/merge.ts';
import type { Category, CategoryChange } from '../../data/types.ts';
import { LANGUAGES } from '../../parts/languages.ts';

const TEXTS = ['names', 'about', 'seoTitle', 'seoDescription'] as const;
export type TextPart = (typeof TEXTS)[number];

export interface CategoryDraft extends Readonly<Pick<Category, TextPart>> {
  readonly slug: string;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly image: string;
}

export function draftOf({ names, about, seoTitle, seoDescription, slug, image }: Category): CategoryDraft {
  return { names, about, seoTitle, seoDescription, slug, image };
}

/** Paths of the draft that differ from the category. */
export function changedPaths(category: Category, draft: CategoryDraft): string[] {
  const before = draftOf(category);
  const own = (['slug', 'image'] as const).filter((field) => draft[field] !== before[field]);
  const texts = TEXTS.flatMap((part) =>
    LANGUAGES.filter((language) => draft[part][language] !== before[part][language]).map(
      (language) => `${part}.${language}`,
    ),
  );
  return [...texts, ...own];
}

/** What to send: only what changed. */
export function changeOf(category: Category, draft: CategoryDraft): CategoryChange {
  const before = draftOf(category);
  const texts = TEXTS.filter((part) => !isSame(draft[part], before[part]));
  return {
    version: category.version,
    ...Object.fromEntries(texts.map((part) => [part, draft[part]])),
    ...(draft.slug !== before.slug && { slug: draft.slug.trim() }),
    ...(draft.image !== before.image && { image: draft.image.split(',')[1] ?? '' }),
  };
}
