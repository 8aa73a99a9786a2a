import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useNote } from './use-note.ts';

function Row() {
  const { mark } = useNote({ id: 'a', version: 3 });
  return (
    <button type="button" onClick={mark}>
      mark
    </button>
  );
}

it('takes a mark back where it was made, though its row is gone', async () => {
  const asked = answerWith({ '/restock-requests/a': { body: { changed: true } } });
  const bodies = () => asked.map(({ body }) => body);
  const { rerender } = renderStaffScreen(
    <>
      <Toasts dir="ltr" />
      <Row />
    </>,
    { permissions: ['orders.confirm'] },
  );
  await userEvent.click(screen.getByText('mark'));
  const undo = await screen.findByText(m.db_undo());
  rerender(
    <>
      <Toasts dir="ltr" />
      {null}
    </>,
  );
  expect(screen.queryByText('mark')).toBeNull();
  fireEvent.click(undo);
  await waitFor(() =>
    expect(bodies()).toEqual([
      { told: true, version: 3 },
      { told: false, version: 4 },
    ]),
  );
});

it('leaves the mark of a colleague who was quicker', async () => {
  const asked = answerWith({ '/restock-requests/a': { body: { changed: false } } });
  renderStaffScreen(
    <>
      <Toasts dir="ltr" />
      <Row />
    </>,
    { permissions: ['orders.confirm'] },
  );
  toast.dismiss();
  await userEvent.click(screen.getByText('mark'));
  expect(await screen.findByText(m.db_restock_told())).toBeTruthy();
  expect(screen.queryByText(m.db_undo())).toBeNull();
  expect(asked).toHaveLength(1);
});
