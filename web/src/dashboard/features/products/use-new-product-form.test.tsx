import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { countDrafts, forgetDrafts, keptDraft } from '../../recipe/form/drafts.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { staffSession } from '../../testing/staff-session.ts';
import { draftOf } from './draft.ts';
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

const queries = makeQueryClient();
const show = () => renderStaffScreen(<Form />, { permissions: [], queries });
const name = () => screen.getByLabelText('Nom');

const MADE: Answer = { status: 201, body: PRODUCT };

/** Typed and sent; it is answered when the test says so. */
async function send() {
  let answer: (answer: Answer | Error) => void = () => {};
  const answered = new Promise<Answer | Error>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({ '/dashboard/api/products': () => answered });
  const { unmount } = show();
  await userEvent.type(name(), 'Savon');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  return { asked, unmount, answer: (told: Answer | Error = MADE) => act(async () => answer(told)) };
}

it('leaves no draft behind where it was left while it was sent', async () => {
  const { unmount, answer } = await send();
  unmount();
  expect(countDrafts('samira')).toBe(1);
  await answer();
  await waitFor(() => expect(countDrafts('samira')).toBe(0));
});

it('starts empty where one came back before it was answered', async () => {
  const { unmount, answer } = await send();
  unmount();
  show();
  expect(name()).toHaveValue('Savon');
  await answer();
  await waitFor(() => expect(name()).toHaveValue(''));
  expect(countDrafts('samira')).toBe(0);
});

/** The French name that its page takes up for a product. */
function keptName(): string | undefined {
  const place = { employeeId: staffSession().employee.id, kind: 'product', id: PRODUCT.id };
  return keptDraft(place, draftOf(PRODUCT))?.draft.texts.fr.name;
}

it('makes one product where the answer was lost and it was changed before it was sent again', async () => {
  const answers = [new Error('gone'), MADE];
  const asked = answerWith({ '/dashboard/api/products': () => answers.shift() ?? MADE });
  show();
  await userEvent.type(name(), 'Savon');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  await userEvent.type(name(), ' noir');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.body).toEqual(asked[0]?.body);
  await waitFor(() => expect(keptName()).toBe('Savon noir'));
  await waitFor(() => expect(name()).toHaveValue(''));
  expect(countDrafts('samira')).toBe(1);
});

it.each(['stayed', 'left', 'left and came back'])(
  'keeps what was typed while it was sent for the page of the product, where one %s',
  async (where) => {
    const { asked, unmount, answer } = await send();
    if (where === 'stayed') await userEvent.type(name(), ' noir');
    else {
      unmount();
      const back = show();
      await userEvent.type(name(), ' noir');
      if (where === 'left') back.unmount();
    }
    await answer();
    await waitFor(() => expect(keptName()).toBe('Savon noir'));
    expect(countDrafts('samira')).toBe(1);
    expect(asked).toHaveLength(1);
  },
);

it('keeps what was typed while it was sent where the browser has no room, and says that a reload loses it', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  onTestFinished(() => forgetDrafts('samira'));
  renderStaffScreen(<Toasts dir="ltr" />, { permissions: [] });
  const { answer } = await send();
  expect(await screen.findByText(m.db_draft_not_kept())).toBeVisible();
  await userEvent.type(name(), ' noir');
  await answer();
  await waitFor(() => expect(keptName()).toBe('Savon noir'));
});

it('sends once the one that was sent before one left has failed', async () => {
  const { asked, unmount, answer } = await send();
  unmount();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(asked).toHaveLength(1);
  await answer(new Error('gone'));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.body).toEqual(asked[0]?.body);
});
