/** What stands for a name where there is no picture: the first letters of its first two words. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase()).join('');
}
