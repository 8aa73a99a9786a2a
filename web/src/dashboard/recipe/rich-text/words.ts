/** The words alone of a text with form, for where there is no place for it. */
export function wordsOf(html: string): string {
  const apart = html.replace(/<(?=br|\/(?:p|li|h\d|blockquote|tr)\b)/g, ' <');
  const { textContent } = new DOMParser().parseFromString(apart, 'text/html').body;
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}
