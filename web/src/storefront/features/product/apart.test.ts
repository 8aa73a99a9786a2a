import { expect, it } from 'vitest';
import type { ProductCard } from '@/api/types.ts';
import { apart } from './apart.ts';

const row = (title: string, ids: string) => ({
  title,
  products: ids.split(' ').map((id) => ({ id }) as ProductCard),
});
const told = (...rows: Parameters<typeof apart>[0]) =>
  apart(rows, 'me').map(({ title, products }) => `${title}: ${products.map(({ id }) => id).join(' ')}`);

it('shows each product once, the page’s own not at all, and no row of which nothing is left', () => {
  const rows = [row('1', 'a b me c'), row('2', 'b d e c f'), row('3', 'a d me'), row('4', 'd g')];
  expect(told(...rows)).toEqual(['1: a b c', '2: d e f', '4: g']);
});

it('leaves a row as short as it came', () => {
  expect(told(row('1', 'a'), row('2', 'b c'))).toEqual(['1: a', '2: b c']);
});
