/** What is typed of a page of text, and what of it is to be sent. */
import type { CmsPage, CmsPageWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';

export interface CmsPageDraft {
  readonly title: LanguageTexts;
  readonly html: LanguageTexts;
  readonly slug: string;
  readonly isActive: boolean;
  readonly seoTitle: LanguageTexts;
  readonly seoDescription: LanguageTexts;
}

/** What a page is before there is one. */
export const NEW_PAGE: CmsPage = {
  id: NEW_ID,
  version: 0,
  slug: '',
  link: '',
  isActive: true,
  title: NO_TEXTS,
  html: NO_TEXTS,
  seoTitle: NO_TEXTS,
  seoDescription: NO_TEXTS,
  changedAt: '',
};

export function draftOf({ title, html, slug, isActive, seoTitle, seoDescription }: CmsPage): CmsPageDraft {
  return { title, html, slug, isActive, seoTitle, seoDescription };
}

/** What to send; `null` while it has no French title. */
export function bodyOf(read: CmsPage, draft: CmsPageDraft): CmsPageWanted | null {
  if (!draft.title.fr.trim()) return null;
  return { ...draft, version: read.version, slug: draft.slug.trim() };
}
