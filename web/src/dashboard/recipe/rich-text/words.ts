import { m } from '@/i18n/paraglide.gen/messages.js';

/** What others made of a text with form, beside what stands in its place: where the words are the same, that. */
export function theirWords(theirs: string, mine: string): string {
  const words = wordsOf(theirs);
  return words && words === wordsOf(mine) ? m.db_conflict_form_only() : words;
}

/** The words alone of a text with form, for where there is no place for it; a picture is what it shows. */
export function wordsOf(html: string): string {
  const apart = html.replace(/<(?=br|\/(?:p|li|h\d|blockquote|tr)\b)/g, ' <');
  const { body } = new DOMParser().parseFromString(apart, 'text/html');
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(` [${picture.alt.trim() || m.db_rich_picture()}] `);
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
