/** Tags where several are typed in one line. */

/** What parts them, in Arabic too. */
export const COMMA = /[,،]/;

export function tagsOf(text: string): string[] {
  return text
    .split(COMMA)
    .map((tag) => tag.trim())
    .filter(Boolean);
}
