/** What is typed of a post, and what of it is to be sent. */
import type { BlogPost, BlogPostWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';
import { momentOf, shopTime } from '../../time.ts';

export interface BlogPostDraft {
  readonly categoryId: string;
  readonly title: LanguageTexts;
  readonly excerpt: LanguageTexts;
  readonly html: LanguageTexts;
  readonly slug: string;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly picture: string;
  readonly isActive: boolean;
  /** In the shop's time, as a `datetime-local` writes it; empty: from its first save as no draft. */
  readonly publishedAt: string;
  readonly seoTitle: LanguageTexts;
  readonly seoDescription: LanguageTexts;
}

/** What a post is before there is one. */
export const NEW_POST: BlogPost = {
  id: NEW_ID,
  version: 0,
  categoryId: '',
  slug: '',
  link: '',
  isActive: false,
  publishedAt: null,
  state: 'draft',
  title: NO_TEXTS,
  excerpt: NO_TEXTS,
  html: NO_TEXTS,
  picture: '',
  seoTitle: NO_TEXTS,
  seoDescription: NO_TEXTS,
  changedAt: '',
};

export function draftOf(post: BlogPost): BlogPostDraft {
  const { categoryId, title, excerpt, html, slug, picture, isActive, seoTitle, seoDescription } = post;
  const publishedAt = shopTime(post.publishedAt);
  return { categoryId, title, excerpt, html, slug, picture, isActive, publishedAt, seoTitle, seoDescription };
}

/** What to send; `null` while it has no French title or no category. */
export function bodyOf(read: BlogPost, draft: BlogPostDraft): BlogPostWanted | null {
  if (!draft.title.fr.trim() || !draft.categoryId) return null;
  // A moment that nobody typed anew keeps its seconds.
  const isKept = draft.publishedAt === shopTime(read.publishedAt);
  return {
    ...draft,
    version: read.version,
    slug: draft.slug.trim(),
    picture: sentPicture(draft.picture),
    publishedAt: isKept ? (read.publishedAt ?? null) : momentOf(draft.publishedAt),
  };
}
