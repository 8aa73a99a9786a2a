import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Choices } from '../../parts/choices.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { RelationPicker, RelationsPicker } from './relation-picker.tsx';

const BRANDS = ['Nour', 'Oud'].map((name) => ({ id: name.toLowerCase(), name }));

function One({ of, start = '', none }: { of: 'products' | Choices; start?: string; none?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <RelationPicker label="Lien" of={of} value={value} onChange={setValue} {...(none && { none })} />
      <output>{value}</output>
    </>
  );
}

function Many({ of, start = [] }: { of: 'products' | Choices; start?: readonly string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <RelationsPicker
        label="Liens"
        of={of}
        value={value}
        none="Tous"
        onToggle={({ id }) =>
          setValue(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
        }
      />
      <output>{value.join()}</output>
    </>
  );
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('status').textContent;

describe.each(['fr', 'ar'] as const)('one thing of a list, %s', (locale) => {
  const place = { permissions: [], locale };
  it('is chosen, and has to be where nothing is said of none', async () => {
    renderStaffScreen(<One of={BRANDS} />, place);
    expect(options()).toEqual([m.db_choose(), 'Nour', 'Oud']);
    await userEvent.selectOptions(screen.getByLabelText('Lien'), 'Oud');
    expect(chosen()).toBe('oud');
    expect(options()).toEqual(['Nour', 'Oud']);
  });
  it('may be none', () => {
    renderStaffScreen(<One of={BRANDS} start="oud" none="Sans marque" />, place);
    expect(options()).toEqual(['Sans marque', 'Nour', 'Oud']);
  });
  it('stays chosen while the list is on its way, and when it is gone', () => {
    const { rerender } = renderStaffScreen(<One of={undefined} start="gone" />, place);
    expect(screen.getByLabelText('Lien')).toHaveValue('gone');
    expect(screen.queryByText(m.db_choice_gone())).toBeNull();
    rerender(<One of={BRANDS} start="gone" />);
    expect(screen.getByLabelText('Lien')).toHaveDisplayValue(m.db_choice_gone());
  });
  it('says where there is nothing to choose', () => {
    renderStaffScreen(<One of={[]} />, place);
    expect(screen.getByLabelText('Lien')).toHaveAccessibleDescription(m.db_choice_none());
  });
});

describe('one product', () => {
  const texts = [
    { language: 'fr', name: 'Bougie' },
    { language: 'ar', name: 'شمعة' },
  ];
  it.each([
    ['fr', 'Bougie'],
    ['ar', 'شمعة'],
  ] as const)('is found by its words and named in the language of who looks, in %s', async (locale, name) => {
    const asked = answerWith({
      '/products/search/bou': { body: [[{ id: 'p', name }]] },
      '/products/p': { body: { texts } },
    });
    renderStaffScreen(<One of="products" />, { permissions: [], locale });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Lien' }), 'bou{Enter}');
    await userEvent.click(await screen.findByRole('radio', { name }));
    expect(chosen()).toBe('p');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveAttribute('placeholder', name));
    // Fewer letters find too much.
    expect(asked.filter(({ path }) => path.includes('/search/'))).toHaveLength(1);
  });
  it('is said not to be there where none has the words', async () => {
    answerWith({ '/products/search/xyz': { body: [[]] } });
    renderStaffScreen(<One of="products" />, { permissions: [] });
    await userEvent.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText(m.db_products_none_title())).toBeVisible();
  });
  it('is looked for again where the search failed', async () => {
    let isBroken = true;
    const found = { body: [[{ id: 'p', name: 'Bougie' }]] };
    answerWith({ '/products/search/bou': () => (isBroken ? { status: 404, body: {} } : found) });
    renderStaffScreen(<One of="products" />, { permissions: [] });
    await userEvent.type(screen.getByRole('searchbox'), 'bou');
    expect(await screen.findByRole('alert')).toHaveTextContent(m.db_products_load_error());
    expect(screen.queryByText(m.db_products_none_title())).toBeNull();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
    expect(await screen.findByRole('radio', { name: 'Bougie' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('is said to be gone', async () => {
    answerWith({});
    renderStaffScreen(<One of="products" start="gone" />, { permissions: [] });
    expect(await screen.findByText(m.db_choice_gone())).toBeVisible();
  });
});

describe('many things', () => {
  it('are ticked in the list, stand over it, and are taken out there, gone ones too', async () => {
    renderStaffScreen(<Many of={BRANDS} start={['gone']} />, { permissions: [] });
    await userEvent.click(screen.getByText(m.db_choose()));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Oud' }));
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      m.db_choice_gone(),
      'Oud',
    ]);
    await userEvent.click(
      screen.getByRole('button', { name: m.db_choice_take_out({ name: m.db_choice_gone() }) }),
    );
    expect(chosen()).toBe('oud');
    expect(screen.getByText(m.db_choose())).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Oud' }));
    expect(screen.getByText('Tous')).toBeVisible();
  });
  it('of a long list are narrowed by words', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({ id: `b${at}`, name: `Marque ${at}` }));
    renderStaffScreen(<Many of={long} />, { permissions: [] });
    await userEvent.click(screen.getByText('Tous'));
    await userEvent.type(screen.getByRole('searchbox'), 'MARQUE 19{Enter}');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Marque 19' }));
    expect(chosen()).toBe('b19');
  });
  it('may be products that are found', async () => {
    answerWith({ '/products/search/bou': { body: [[{ id: 'p', name: 'Bougie' }]] } });
    renderStaffScreen(<Many of="products" />, { permissions: [] });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Liens' }), 'bou');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bougie' }));
    expect(chosen()).toBe('p');
  });
});
