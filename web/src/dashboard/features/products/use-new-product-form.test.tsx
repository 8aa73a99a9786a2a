import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { countDrafts } from '../../recipe/form/drafts.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useNewProductForm } from './use-new-product-form.ts';

function Form() {
  const form = useNewProductForm();
  return (
    <>
      <input
        aria-label="Nom"
        value={form.draft.names.fr}
        onChange={({ target }) =>
          form.edit((before) => ({
            ...before,
            names: { ...before.names, fr: target.value },
            categoryId: 'soaps',
          }))
        }
      />
      <button type="button" onClick={() => void form.save()}>
        Envoyer
      </button>
    </>
  );
}

const show = () => renderStaffScreen(<Form />, { permissions: [] });

/** Typed and sent; it is answered when the test says so. */
async function send() {
  let answer = () => {};
  const answered = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 201, body: { id: 'p1' } });
  });
  const asked = answerWith({ '/dashboard/api/products': () => answered });
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText('Nom'), 'Savon');
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(asked).toHaveLength(1));
  return { unmount, answer: () => act(async () => answer()) };
}

it('leaves no draft behind where it was left while it was sent', async () => {
  const { unmount, answer } = await send();
  unmount();
  expect(countDrafts()).toBe(1);
  await answer();
  await waitFor(() => expect(countDrafts()).toBe(0));
});

it('starts empty where one came back before it was answered', async () => {
  const { unmount, answer } = await send();
  unmount();
  show();
  expect(screen.getByLabelText('Nom')).toHaveValue('Savon');
  await answer();
  await waitFor(() => expect(screen.getByLabelText('Nom')).toHaveValue(''));
  expect(countDrafts()).toBe(0);
});
