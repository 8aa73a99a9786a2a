import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { sayFirstMistake } from './first-mistake.ts';

function show(errors: string[]) {
  const { container } = render(
    <>
      <form>
        <Field label="Place">{(control) => <input {...control} />}</Field>
        <fieldset>
          <legend>Titre</legend>
          <Field label="Français" errors={errors}>
            {(control) => <input {...control} />}
          </Field>
        </fieldset>
      </form>
      <Toasts dir="ltr" />
    </>,
  );
  return container.querySelector('form');
}

it('names the first wrong field with its legend, says what is wrong with it, and goes there', async () => {
  sayFirstMistake(show(['Trop long', 'Déjà pris']), 'Autre chose');
  const said = m.db_form_mistake({ field: 'Titre, Français', mistake: 'Trop long Déjà pris' });
  await waitFor(() => expect(screen.getByText(said)).toBeVisible());
  expect(screen.getByLabelText('Français')).toHaveFocus();
  expect(screen.queryByText('Autre chose')).toBeNull();
});

it('says something else where no field is marked', async () => {
  sayFirstMistake(show([]), 'Rien n’est demandé');
  // A toast is in the page before it is drawn.
  await waitFor(() => expect(screen.getByText('Rien n’est demandé')).toBeVisible());
});
