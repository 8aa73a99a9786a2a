import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { ProductRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useQuickEdit } from './use-quick-edit.ts';

const row = { id: 'p', version: 3, name: 'Savon', isActive: false, priceHt: 100 } as ProductRow;

function Row() {
  const edit = useQuickEdit();
  return (
    <>
      <button type="button" onClick={() => edit({ row, isActive: true })}>
        On sale
      </button>
      <Toasts dir="ltr" />
    </>
  );
}

it('sends the second of two presses onto what the first one made, and blames nobody', async () => {
  let version = row.version;
  const asked = answerWith({
    '/products/p': () => {
      const sent = asked.at(-1)?.body as { version: number } | undefined;
      if (sent?.version !== version) return { status: 409, body: { code: 'catalog.stale_version' } };
      version += 1;
      return { body: { id: 'p', version } };
    },
  });
  renderStaffScreen(<Row />, { permissions: ['catalog.write'] });
  await userEvent.dblClick(screen.getByRole('button', { name: 'On sale' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ body }) => body)).toEqual([
    { version: 3, isActive: true },
    { version: 4, isActive: true },
  ]);
  await screen.findAllByText(m.db_products_on_sale({ name: 'Savon' }));
  expect(screen.queryByText(m.db_products_stale())).toBeNull();
});
