import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ImagesSection } from './images-section.tsx';

const images = ['a', 'b'].map((id, position) => ({ id, position, imagesIdsAndSizes: [] }));
const product = { id: 'p', images, combinations: [] } as unknown as Product;

it('takes a picture away once, and only after a question', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/images/b': async () => {
      await answered;
      return { body: { ...product, images: images.slice(0, 1) } };
    },
  });
  renderStaffScreen(<ImagesSection product={product} mayWrite />, { permissions: ['catalog.write'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_picture_take_away({ place: '2' }) }));
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(m.db_picture_take_away_body());
  expect(asked).toEqual([]);
  await userEvent.dblClick(screen.getByRole('button', { name: m.db_picture_remove() }));
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
});
