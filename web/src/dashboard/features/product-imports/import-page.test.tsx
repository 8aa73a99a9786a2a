import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
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
      '/product-import-columns': { body: { files: [] } },
      '/product-imports': { body: {} },
    });
    const onSent = vi.fn();
    renderStaffScreen(<ColumnsStep file={FILE} onSent={onSent} onAgain={vi.fn()} />, { ...may, locale });
    const title = await screen.findByLabelText(m.db_import_meaning_of({ name: 'Title' }));
    expect(title).toHaveValue('name_fr');
    expect(title).toHaveDisplayValue(`${m.db_column_name()} (${m.db_lang_fr()})`);
    const note = screen.getByLabelText(m.db_import_meaning_of({ name: 'Note' }));
    await userEvent.selectOptions(note, 'name_fr');
    expect(screen.getByRole('button', { name: m.db_import_check() })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent(m.db_import_repeated());
    await userEvent.selectOptions(note, '');
    await userEvent.click(screen.getByRole('button', { name: m.db_import_check() }));
    await vi.waitFor(() => expect(onSent).toHaveBeenCalled());
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      columns: { heads: FILE.headers, meanings: ['slug', 'name_fr', 'price_ht', ''] },
    });
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
        products: [
          { line: 3, cells: { slug: 'savon', category: `Bain ${'x'.repeat(80)}` }, combinations: [] },
        ],
        faults: [{ line: 3, column: 'category', code: 'catalog.unknown_category' }],
        next: null,
      },
    },
    '/product-imports/i': { body: { ...found, made: 2, changed: 1, same: 4, refused: 1 } },
  });
  renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} onCheckAgain={vi.fn()} />, may);
  await screen.findByRole('button', { name: m.db_import_start({ n: '3' }) });
  const faults = await screen.findByRole('table');
  const row = within(faults).getByRole('row', { name: /^3/ });
  expect(row).toHaveTextContent(m.db_column_category());
  expect(within(faults).getByRole('columnheader', { name: m.db_import_cell() })).toBeVisible();
  expect(row).toHaveTextContent(/3Bain x{55}…/);
});

it.each(['fr', 'ar'] as const)(
  'tells which pictures are missing, and takes an import back after a question, in %s',
  async (locale) => {
    const found = {
      id: 'i',
      name: 'p.csv',
      portions: 1,
      settled: 1,
      made: 2,
      changed: 1,
      same: 0,
      refused: 0,
    };
    const missed = { line: 4, productId: 'p', address: 'https://x/1.jpg', code: 'pictures.unreachable' };
    const asked = answerWith({
      '/product-imports/i/pictures': {
        body: { waiting: 0, had: 5, refused: 1, missed: [missed], next: null },
      },
      '/product-imports/i/undo': { body: {} },
      '/product-imports/i': { body: { ...found, phase: 'done' } },
    });
    renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} onCheckAgain={vi.fn()} />, { ...may, locale });
    const row = await screen.findByRole('row', { name: /https:\/\/x\/1\.jpg/ });
    expect(row).toHaveTextContent(m.db_pictures_unreachable());
    await screen.findByRole('button', { name: m.db_import_error_file() });
    await userEvent.click(screen.getByRole('button', { name: m.db_import_undo() }));
    const question = await screen.findByRole('dialog', { name: m.db_import_undo_title() });
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name: m.db_import_undo() }));
    await vi.waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('says what an undo did, and what somebody changed since', async () => {
  const found = { id: 'i', name: 'p.csv', phase: 'undone', portions: 1, settled: 1 };
  answerWith({
    '/product-imports/i/refused': {
      body: { products: [], faults: [{ line: 7, column: '', code: 'catalog.stale_version' }], next: null },
    },
    '/product-imports/i': { body: { ...found, made: 2, changed: 3, same: 1, refused: 1 } },
  });
  renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} onCheckAgain={vi.fn()} />, may);
  await screen.findByText(m.db_import_undone());
  for (const word of [
    m.db_import_removed(),
    m.db_import_restored(),
    m.db_import_archived(),
    m.db_import_kept(),
  ])
    expect(screen.getByText(word)).toBeInTheDocument();
  const faults = await screen.findByRole('table');
  expect(within(faults).getByRole('row', { name: /^7/ })).toHaveTextContent(m.db_products_stale());
  expect(within(faults).queryByRole('columnheader', { name: m.db_import_cell() })).toBeNull();
  expect(screen.queryByRole('button', { name: m.db_import_undo() })).toBeNull();
});

it.each(['fr', 'ar'] as const)(
  'shows what the whole file lacks, makes exactly that at once and leads to its check, in %s',
  async (locale) => {
    const found = { id: 'i', name: 'p.csv', phase: 'checked', portions: 9, settled: 9 };
    const categories = ['Maison', 'Maison > Cuisine', ...Array.from({ length: 20 }, (_, n) => `Rayon ${n}`)];
    const asked = answerWith({
      // The first products that are refused lack nothing.
      '/product-imports/i/refused': {
        body: {
          products: [],
          faults: [{ line: 2, column: 'price_ht', code: 'form.validation.price' }],
          next: 1,
        },
      },
      '/product-imports/i/missing': async ({ method }) => ({
        body: method === 'POST' ? { made: 23 } : { categories, brands: ['Nour'], more: true },
      }),
      '/product-imports/i': { body: { ...found, made: 0, changed: 0, same: 0, refused: 2 } },
    });
    const onCheckAgain = vi.fn();
    renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} onCheckAgain={onCheckAgain} />, {
      ...may,
      locale,
    });
    const button = await screen.findByRole('button', { name: m.db_import_missing_make({ n: '23' }) });
    const names = screen.getByRole('region', { name: m.db_import_missing({ n: '23' }) });
    expect(
      within(names)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([...categories, 'Nour']);
    expect(screen.getByText(m.db_import_missing_more())).toBeVisible();
    await userEvent.click(button);
    await vi.waitFor(() => expect(onCheckAgain).toHaveBeenCalled());
    const made = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(made).toEqual([{ categories, brands: ['Nour'] }]);
  },
);

it('offers nothing where several are called what a line says', async () => {
  const found = { id: 'i', name: 'p.csv', phase: 'checked', portions: 1, settled: 1 };
  const asked = answerWith({
    '/product-imports/i/refused': {
      body: {
        products: [{ line: 2, cells: { category: 'Homme' }, combinations: [] }],
        faults: [{ line: 2, column: 'category', code: 'form.validation.several' }],
        next: null,
      },
    },
    '/product-imports/i/missing': { body: { categories: [], brands: [], more: false } },
    '/product-imports/i': { body: { ...found, made: 0, changed: 0, same: 0, refused: 1 } },
  });
  renderStaffScreen(<ImportStep id="i" onAgain={vi.fn()} onCheckAgain={vi.fn()} />, may);
  const row = await screen.findByRole('row', { name: /^2/ });
  expect(row).toHaveTextContent(m.db_rule_several());
  await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith('/missing'))).toBe(true));
  expect(screen.queryByRole('button', { name: m.db_import_missing_make({ n: '0' }) })).toBeNull();
});
