import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CombinationPictures } from './combination-pictures.tsx';

const combination = {
  id: 'k',
  displayName: 'Rouge',
  options: [],
  sku: '',
  barcode: '',
  priceHt: 0,
  isDefault: true,
  isActive: true,
  imageIds: ['a'],
};
const images = ['a', 'b'].map((id, position) => ({ id, position, imagesIdsAndSizes: [] }));
const product = { ...PRODUCT, images, combinations: [combination] };
const shown = { product, name: 'Rouge' };

it.each(['fr', 'ar'] as const)(
  'says which pictures show a combination, each at once, in %s',
  async (locale) => {
    const asked = answerWith({ '/combinations/k/images/b': { body: product } });
    renderStaffScreen(<CombinationPictures {...shown} id="k" mayWrite />, {
      permissions: ['catalog.write'],
      locale,
    });
    const chosen = m.db_combination_pictures_count({ n: '1', of: '2' });
    await userEvent.click(
      screen.getByRole('button', { name: m.db_combination_pictures_act({ name: 'Rouge', chosen }) }),
    );
    const [first, second] = screen.getAllByRole('checkbox');
    if (!first || !second) throw new Error('a box per picture');
    expect(first).toBeChecked();
    expect(first).toHaveAccessibleName(m.db_picture({ place: '1' }));
    expect(second).not.toBeChecked();
    await userEvent.click(second);
    await waitFor(() => expect(asked[0]).toMatchObject({ method: 'POST' }));
  },
);

it('has nothing to choose for a combination that is not saved yet', () => {
  renderStaffScreen(<CombinationPictures {...shown} id="new" mayWrite />, { permissions: ['catalog.write'] });
  expect(screen.queryByRole('button')).toBeNull();
});
