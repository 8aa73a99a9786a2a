import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { ImportStep } from './import-step.tsx';

const may = { permissions: ['catalog.write'] };
const FILE = {
  name: 'produits.csv',
  headers: ['Handle', 'Title', 'Variant Price', 'Note'],
  rows: [['savon', 'Savon', '100', 'x']],
};

beforeEach(() => localStorage.clear());

it('reads a file, and says of another that it is none', async () => {
  const onRead = vi.fn();
  renderStaffScreen(<FileStep onRead={onRead} />, may);
  const input = screen.getByLabelText(m.db_import_file());
  await userEvent.upload(input, new File([''], 'vide.csv', { type: 'text/csv' }));
  await screen.findByText(m.db_import_file_wrong());
  await userEvent.upload(input, new File(['slug;name_fr\nsavon;Savon\n'], 'p.csv', { type: 'text/csv' }));
  await vi.waitFor(() => expect(onRead).toHaveBeenCalled());
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({ name: 'p.csv', headers: ['slug', 'name_fr'] });
});

it.each(['fr', 'ar'] as const)(
  'recognises columns, sends the file and has it checked, in %s',
  async (locale) => {
    const asked = answerWith({
      '/check': { body: {} },
      '/portions/0': { body: null },
      '/product-imports': { body: {} },
    });
    const onSent = vi.fn();
    renderStaffScreen(<ColumnsStep file={FILE} onSent={onSent} onAgain={vi.fn()} />, { ...may, locale });
    const title = screen.getByLabelText(m.db_import_meaning_of({ name: 'Title' }));
    expect(title).toHaveValue('name_fr');
    const note = screen.getByLabelText(m.db_import_meaning_of({ name: 'Note' }));
    await userEvent.selectOptions(note, 'name_fr');
    expect(screen.getByRole('button', { name: m.db_import_check() })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent(m.db_import_repeated());
    await userEvent.selectOptions(note, '');
    await userEvent.click(screen.getByRole('button', { name: m.db_import_check() }));
    await vi.waitFor(() => expect(onSent).toHaveBeenCalled());
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      products: [{ line: 2, cells: { slug: 'savon', name_fr: 'Savon', price_ht: '100' }, combinations: [] }],
    });
  },
);

it('says what becomes of the products and why some are refused', async () => {
  const found = { id: 'i', name: 'p.csv', phase: 'checked', portions: 1, settled: 1 };
  answerWith({
    '/product-imports/i/refused': {
      body: {
        products: [],
        faults: [{ line: 3, column: 'category', code: 'form.validation.required' }],
        next: null,
      },
    },
    '/product-imports/i': { body: { ...found, made: 2, changed: 1, same: 4, refused: 1 } },
  });
  renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} />, may);
  await screen.findByRole('button', { name: m.db_import_start({ n: '3' }) });
  const faults = await screen.findByRole('table');
  expect(within(faults).getByRole('row', { name: /^3/ })).toHaveTextContent(m.db_column_category());
});
