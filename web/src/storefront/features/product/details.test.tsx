import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ProductPage } from '@/api/types.ts';
import { startLocale } from '@/i18n/locale.ts';
import { Details } from './details.tsx';

it.each([
  ['longDescription', '<p>Une eau douce.</p>'],
  ['shortDescription', 'Une eau douce.'],
])('gives a %s that is not in the page’s language its own direction', (field, text) => {
  startLocale('ar');
  const product = { longDescription: '', shortDescription: '', featureValuesRead: [], [field]: text };
  const { container } = render(<Details product={product as unknown as ProductPage} />);
  expect(container.querySelector('[dir=auto]')?.textContent).toBe('Une eau douce.');
});
