import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { paperOrder } from './fixtures.ts';
import { Labels } from './labels.tsx';

/** The number in bars, then the others of the label below it. */
function numbersOf(trackingNumber: string): (string | null)[] {
  answerWith({});
  renderStaffScreen(<Labels orders={[paperOrder({ number: 'A-1', trackingNumber })]} />, { permissions: [] });
  const label = screen.getByRole('article', { name: 'A-1' });
  expect(label.querySelectorAll('svg path')).toHaveLength(1);
  const others = label.querySelectorAll('svg + bdi, div:has(svg) ~ bdi');
  return [...others].map(({ textContent }) => textContent);
}

it.each([
  ['', ['A-1']],
  ['T'.repeat(20), ['T'.repeat(20), 'A-1']],
  ['T'.repeat(21), ['A-1', 'T'.repeat(21)]],
  // Two digits are as wide as a letter.
  ['1'.repeat(40), ['1'.repeat(40), 'A-1']],
  ['رقم 7', ['A-1', 'رقم 7']],
])('has bars that a scanner reads: of %s', (trackingNumber, numbers) => {
  expect(numbersOf(trackingNumber)).toEqual(numbers);
});
