import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import type { CombinationsForm } from './use-combinations-form.ts';

const name = (fr: string) => ({ fr, ar: '', en: '' });
const RED = { id: 'r', name: name('Rouge'), color: '#aa0000', picture: '/media/r.webp' };
const COLOUR = {
  id: 'c',
  version: 2,
  kind: 'couleur',
  input: 'color',
  name: name('Couleur'),
  options: [RED],
};

it.each(['fr', 'ar'] as const)('makes an option that is missing, and ticks it, in %s', async (locale) => {
  let attribute: { version: number; options: { id: string }[] } = COLOUR;
  const asked = answerWith({
    '/attributes/c': () => {
      const sent = asked.at(-1)?.body as { options: { id: string }[] };
      attribute = { ...COLOUR, version: 3, options: sent.options };
      return { body: attribute };
    },
    '/attributes': () => ({ body: [attribute] }),
  });
  const form = { draft: { rows: {}, defaultId: '' }, edit: vi.fn() } as unknown as CombinationsForm;
  renderStaffScreen(<GenerateDialog form={form} onClose={() => undefined} />, {
    permissions: ['catalog.write'],
    locale,
  });
  await userEvent.click(await screen.findByRole('button', { name: m.db_option_missing() }));
  const dialog = await screen.findByRole('dialog', { name: m.db_option_new({ name: 'Couleur' }) });
  const [french] = within(dialog).getAllByRole('textbox');
  await userEvent.type(french as HTMLElement, 'rouge');
  const create = () => userEvent.click(within(dialog).getByRole('button', { name: m.db_option_create() }));
  await create();
  expect(french).toHaveAccessibleDescription(m.db_option_taken());
  await userEvent.clear(french as HTMLElement);
  await userEvent.type(french as HTMLElement, 'Vert');
  await create();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Vert' })).toBeChecked());
  const sent = asked.find(({ method }) => method === 'PATCH')?.body;
  const { picture: _, ...red } = RED;
  expect(sent).toEqual({
    version: 2,
    options: [red, { id: expect.any(String), name: name('Vert'), color: '#808080' }],
  });
});
