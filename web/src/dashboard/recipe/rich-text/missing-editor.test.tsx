import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { RichText } from './rich-text.tsx';

it('says why a text is HTML where the editor does not come, and fetches it once more', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onChange = vi.fn();
  const control = { id: 't', 'aria-describedby': undefined, 'aria-invalid': false };
  renderStaffScreen(
    <>
      <span id="t-label">Texte</span>
      <RichText {...{ control, onChange }} language="fr" value="<p>Un</p>" maxLength={500} />
    </>,
    { permissions: [] },
  );
  expect(await screen.findByText(m.db_rich_missing())).toBeVisible();
  const source = screen.getByRole('textbox');
  expect(source).toHaveValue('<p>Un</p>');
  await userEvent.type(source, '!');
  expect(onChange).toHaveBeenCalledWith('<p>Un</p>!');
  network.mockReturnValue(true);
  await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
  const text = await screen.findByRole('textbox', { name: 'Texte' });
  expect(text).toHaveTextContent('Un');
  expect(screen.queryByText(m.db_rich_missing())).toBeNull();
});
