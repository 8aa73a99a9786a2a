/** The merchant's words for a product, while they are edited. */
import { COMMA } from '../../parts/tags.ts';

/** What the shop takes of one product. */
export const MOST_TAGS = 20;

/** Tags, and what is typed of the next one. */
export interface TagsDraft {
  /** In their order; each once whatever its case. */
  readonly tags: readonly string[];
  readonly typedTag: string;
}

/** Every tag that a comma ends is added, in Latin or Arabic script; what stands behind the last one is still typed. */
export function withTyped(tags: readonly string[], text: string, known: readonly string[] = []): TagsDraft {
  const parts = text.split(COMMA);
  const typedTag = (parts.pop() ?? '').trimStart();
  return { tags: parts.reduce((all, part) => withTag(all, part, known), tags), typedTag };
}

/** One more tag, spelt as others have it; the same tags where nothing was typed or it is there in whatever case. */
export function withTag(tags: readonly string[], typed: string, known: readonly string[]): readonly string[] {
  const tag = typed.trim().replace(/\s+/g, ' ');
  if (!tag || tags.length >= MOST_TAGS || tags.some((one) => isSameTag(one, tag))) return tags;
  return [...tags, known.find((one) => isSameTag(one, tag)) ?? tag];
}

export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
