import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EMPTY_FORM } from '@/domain/checkout-form.ts';
import { centimes } from '@/domain/money.ts';
import { type Locale, startLocale } from '@/i18n/locale.ts';
import { Totals } from './totals.tsx';

afterEach(() => startLocale('fr'));

const line = {
  productId: 'p1',
  combinationId: 'c50',
  unitPrice: 5520,
  quantity: 2,
  name: 'Ambre',
  image: '',
  attributes: { size: '50 ml' },
  link: '/catalog/product/parfums/ambre',
};

it.each<[Locale, string, string, string]>([
  ['fr', 'selon la commune', 'à choisir', 'Ambre, 50 ml'],
  ['ar', 'حسب البلدية', 'لم يُختر بعد', 'Ambre، 50 ml'],
  ['en', 'by commune', 'to be chosen', 'Ambre, 50 ml'],
])('says in %s what the price of the delivery still waits for', (locale, forCommune, forCarrier, goods) => {
  startLocale(locale);
  const totals = (commune: string) => (
    <Totals
      checkout={{
        delivery: undefined,
        offer: undefined,
        total: centimes(1_104_000),
        form: { ...EMPTY_FORM, commune },
      }}
      lines={[line]}
    />
  );
  const { rerender } = render(totals(''));
  expect(screen.getByText(forCommune)).toBeVisible();
  expect(screen.getByText(goods)).toBeVisible();
  rerender(totals('1601'));
  expect(screen.getByText(forCarrier)).toBeVisible();
});
