import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { Combination } from '@/api/types.ts';
import { startLocale } from '@/i18n/locale.ts';
import { CombinationPicker } from './combination-picker.tsx';

function combination(colour: string, size: string, available: boolean, code?: string): Combination {
  return {
    id: `${colour}/${size}`,
    isDefault: false,
    displayName: '',
    priceHt: 100,
    available,
    images: [],
    values: [
      { type: 'colour', type_label: 'Couleur', value: colour, ...(code && { color: code }) },
      { type: 'size', type_label: 'Taille', value: size },
    ],
  } as unknown as Combination;
}

/** In stock: red in S, blue in M. */
function Page({ codes = [] }: { readonly codes?: readonly string[] }) {
  const combinations = [
    combination('Rouge', 'S', true, codes[0]),
    combination('Rouge', 'M', false, codes[0]),
    combination('Bleu', 'S', false, codes[1]),
    combination('Bleu', 'M', true, codes[1]),
  ];
  const [id, choose] = useState('Rouge/S');
  const selected = combinations.find((one) => one.id === id) as Combination;
  return (
    <>
      <CombinationPicker
        combinations={combinations}
        selected={selected}
        onSelect={(chosen) => choose(chosen.id)}
      />
      <output>{id}</output>
    </>
  );
}

beforeEach(() => startLocale('fr'));

it('leads through what is sold out to what is in stock', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Bleu Épuisé' }));
  expect(screen.getByRole('status')).toHaveTextContent('Bleu/S');
  expect(screen.getByRole('button', { name: 'Bleu Épuisé', pressed: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'M' }));
  expect(screen.getByRole('status')).toHaveTextContent('Bleu/M');
  expect(screen.getByRole('button', { name: 'Bleu', pressed: true })).toBeVisible();
});

it('says of a colour that it is sold out, and lets it be chosen', async () => {
  render(<Page codes={['#f00', '#00f']} />);
  await userEvent.click(screen.getByRole('button', { name: 'Bleu, épuisé' }));
  expect(screen.getByRole('status')).toHaveTextContent('Bleu/S');
});
