/** The words of a group as they are typed: one in each line. */

/** As the catalogue takes them. */
export const LEAST_WORDS = 2;
export const MOST_WORDS = 12;

export function wordsOf(text: string): string[] {
  return text
    .split(/[\n,،;؛]/)
    .map((word) => word.trim())
    .filter(Boolean);
}

export function textOf(words: readonly string[]): string {
  return words.join('\n');
}

/** The word that a refusal names, `words[2]`; nothing of one that names the group. */
export function wordAt(field: string, words: readonly string[]): string | undefined {
  const place = /^words\[(\d+)\]$/.exec(field)?.[1];
  return place === undefined ? undefined : words[Number(place)];
}
