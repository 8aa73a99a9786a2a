import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { countDrafts } from '../../recipe/form/drafts.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { newItem } from './draft.ts';
import { useMenuItemForm } from './use-menu-item.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useNavigate: () => navigate,
}));
beforeEach(() => {
  navigate.mockClear();
});

const LINK = { ...newItem('main'), type: 'Link', link: '/soldes', label: { fr: 'Soldes', ar: '', en: '' } };
const MADE: Answer = { body: { ...LINK, id: 'made', version: 1 } };

function Form() {
  const form = useMenuItemForm(newItem('main'));
  const { type, link, label } = LINK;
  return (
    <>
      <button type="button" onClick={() => form.edit((before) => ({ ...before, type, link, label }))}>
        Remplir
      </button>
      <button type="button" onClick={() => form.edit((before) => ({ ...before, accent: true }))}>
        Changer
      </button>
      <button type="button" onClick={() => void form.save()}>
        Envoyer
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Filled in and sent. */
async function send(answer: () => Answer | Error | Promise<Answer>) {
  const asked = answerWith({ '': answer });
  const { unmount } = renderStaffScreen(<Form />, { permissions: [] });
  await press('Remplir');
  await press('Envoyer');
  await waitFor(() => expect(asked).toHaveLength(1));
  return { unmount, paths: () => asked.map(({ path }) => path) };
}

it('leads back to the menus', async () => {
  await send(() => MADE);
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/menus', ignoreBlocker: true }));
});

it('takes nobody who left while it was sent out of what they do by then', async () => {
  let answer = () => {};
  const answered = new Promise<Answer>((resolve) => {
    answer = () => resolve(MADE);
  });
  const { unmount } = await send(() => answered);
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(countDrafts('samira')).toBe(0));
  expect(navigate).not.toHaveBeenCalled();
});

it('is sent under its id after the tab was closed, too', async () => {
  const { unmount, paths } = await send(() => new Error('gone'));
  unmount();
  sessionStorage.clear();
  renderStaffScreen(<Form />, { permissions: [] });
  await press('Envoyer');
  await waitFor(() => expect(paths()).toHaveLength(2));
  expect(paths()[1]).toBe(paths()[0]);
});

it('leads to what was made where something is still to be saved of it', async () => {
  const answers = [new Error('gone'), MADE];
  const { paths } = await send(() => answers.shift() ?? MADE);
  await press('Changer');
  await press('Envoyer');
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith({
      to: '/menus/$id',
      params: { id: 'made' },
      ignoreBlocker: true,
    }),
  );
  expect(paths()[1]).toBe(paths()[0]);
});
