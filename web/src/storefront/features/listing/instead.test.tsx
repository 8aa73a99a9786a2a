import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Listing } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Instead } from './instead.tsx';

const listing = (instead?: Listing['instead']) => ({ instead }) as Listing;
const OFFERED = [
  { words: 'chaussure rouge', total: 1200 },
  { words: 'حذاء', total: 3 },
];

it.each([
  ['fr', 'Aucun produit n’a tout ce que vous cherchez. Essayez : chaussure rouge (1 200) حذاء (3)'],
  ['ar', /^لا يوجد منتج يضم كل ما تبحث عنه\. جرّب: chaussure rouge \(.+\) حذاء \(3\)$/],
] as const)('says in %s what finds something and how much', (locale, text) => {
  const { container } = renderScreen(<Instead listing={listing(OFFERED)} />, { locale });
  expect(container).toHaveTextContent(text);
  const [first] = screen.getAllByRole('link');
  expect(first).toHaveAttribute('href', '/search?q=chaussure+rouge');
  expect(first).toHaveAttribute('rel', 'nofollow');
  expect(screen.getByText('حذاء').tagName).toBe('BDI');
});

it('says nothing of a search that found what it named', () => {
  const { container } = renderScreen(<Instead listing={listing()} />);
  expect(container).toBeEmptyDOMElement();
});
