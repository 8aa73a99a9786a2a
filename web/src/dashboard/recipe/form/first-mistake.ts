/** The first field of a form that is marked as wrong. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';

/** Once the fields are marked, the first of them takes the cursor and comes into sight. */
export function showFirstMistake(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => firstMistake(form)?.focus());
}

/** The same, and says which it is and what is wrong with it; what to say where no field is marked. */
export function sayFirstMistake(form: HTMLFormElement | null, otherwise: string = m.db_form_check()): void {
  requestAnimationFrame(() => {
    const field = firstMistake(form);
    complained(field ? m.db_form_mistake(wordsOf(field)) : otherwise);
    field?.focus();
  });
}

function firstMistake(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]');
}

/** As it is read aloud: a text in one of the languages is called by its legend, too. */
function wordsOf(field: HTMLElement): { field: string; mistake: string } {
  const label =
    field.getAttribute('aria-label') ||
    textsOf(field, 'aria-labelledby') ||
    (field as HTMLInputElement).labels?.[0]?.textContent;
  const legend = field.closest('fieldset')?.querySelector(':scope > legend')?.textContent;
  return {
    field: [legend, label].filter(Boolean).join(', '),
    mistake: textsOf(field, 'aria-describedby'),
  };
}

function textsOf(field: HTMLElement, attribute: string): string {
  const ids = field.getAttribute(attribute)?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
