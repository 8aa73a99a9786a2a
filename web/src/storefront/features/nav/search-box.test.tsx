import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { queryClient } from '../../api.ts';
import { SearchBox } from './search-box.tsx';

beforeEach(() => queryClient.clear());

const found = (...names: string[]) => ({
  body: { categories: names.map((name) => ({ name, slug: name.toLowerCase() })), brands: [], products: [] },
});

it.each([
  ['stays with what it was on', ['Roses', 'Robes'], 'Robes'],
  ['goes with it', ['Roses', 'Rouges'], undefined],
] as const)('has a mark that %s when other suggestions come', async (_, names, marked) => {
  let answer = (_: Answer) => {};
  const answers = [found('Robes', 'Roses'), new Promise<Answer>((resolve) => (answer = resolve))];
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c' } },
    '/suggest': () => answers.shift() ?? found(),
  });
  renderScreen(<SearchBox className="" />, { queries: queryClient });
  const box = screen.getByRole('combobox');
  await userEvent.type(box, 'ro');
  await screen.findByRole('option', { name: 'Robes' });
  await userEvent.type(box, 's{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Robes');
  await waitFor(() => expect(answers).toHaveLength(0));
  answer(found(...names));
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent('Roses'));
  const chosen = screen.queryByRole('option', { selected: true });
  expect(chosen?.textContent).toBe(marked);
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen?.id ?? null);
});

it('tells what the products cost, and which are sold out', async () => {
  const product = {
    ...{ id: 'p', slug: 'lampe', mainCategoryRead: { slug: 'maison', name: 'Maison' } },
    ...{ priceHt: 1500, productPriceAfterPromotion: 1200, gridDisplayImagesForWeb: {} },
  };
  const products = [
    { ...product, name: 'Lampe', available: true },
    { ...product, slug: 'lampadaire', name: 'Lampadaire', available: false },
  ];
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c' } },
    '/suggest': { body: { categories: [], brands: [], products } },
  });
  renderScreen(<SearchBox className="" />, { queries: queryClient });
  await userEvent.type(screen.getByRole('combobox'), 'la');
  expect(await screen.findByRole('option', { name: /^Lampe/ })).toHaveTextContent('Lampe1 200 DA');
  expect(screen.getByRole('option', { name: /^Lampadaire/ })).toHaveTextContent('LampadaireÉpuisé');
});

it('ends with the way to all results, which the arrows reach', async () => {
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c' } },
    '/suggest': () => found('Robes'),
  });
  renderScreen(<SearchBox className="" />, { queries: queryClient });
  const box = screen.getByRole('combobox');
  await userEvent.type(box, 'ro');
  await screen.findByRole('option', { name: 'Robes' });
  await userEvent.type(box, '{ArrowUp}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Tous les résultats pour « ro »');
  await userEvent.keyboard('{Enter}');
  expect(box).toHaveAttribute('aria-expanded', 'false');
});
