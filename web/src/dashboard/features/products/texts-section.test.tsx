import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { TextsSection } from './texts-section.tsx';
import { useProductForm } from './use-product-form.ts';

const words = { name: 'x', shortDescription: 'x', seoTitle: 'x', seoDescription: 'x', longDescription: '' };
const product = {
  ...PRODUCT,
  texts: ['fr', 'ar'].map((language) => ({ language, ...words })),
};

function Screen() {
  const form = useProductForm(product);
  return (
    <>
      <TextsSection product={product} form={form} />
      <button type="button" onClick={() => void form.save()}>
        save
      </button>
    </>
  );
}

it.each(['fr', 'ar'] as const)('says where the address is taken, in %s', async (locale) => {
  const asked = answerWith({
    '/products/p': { status: 409, body: { code: 'catalog.taken', facts: { field: 'slug' } } },
  });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'], locale });
  const address = screen.getByLabelText(m.db_line_slug());
  expect(address).toHaveAttribute('dir', 'ltr');
  await userEvent.clear(address);
  await userEvent.type(address, 'robe-longue');
  expect(screen.getAllByText('robe-longue')).toHaveLength(3);
  await userEvent.click(screen.getByText('save'));
  await waitFor(() => expect(address).toHaveAccessibleDescription(m.db_product_slug_taken()));
  expect(asked[0]).toMatchObject({ body: { version: 1, slug: 'robe-longue', texts: [] } });
});

it.each(['fr', 'ar'] as const)(
  'writes a description and says what is wrong at its own, in %s',
  async (locale) => {
    const tooLong = { key: 'form.validation.tooLong', text: '50000 characters at most' };
    const asked = answerWith({
      '/products/p': {
        status: 422,
        body: { code: 'invalid_request', errors: { 'texts[0].longDescription': [tooLong] } },
      },
    });
    renderStaffScreen(<Screen />, { permissions: ['catalog.write'], locale });
    const [french, arabic] = await screen.findAllByRole('textbox', { name: m.db_product_long() });
    if (!french || !arabic) throw new Error('no descriptions');
    const data = {
      types: ['text/plain'],
      files: [],
      getData: (type: string) => (type === 'text/plain' ? 'قطن' : ''),
    };
    fireEvent.paste(arabic, { clipboardData: data });
    await userEvent.click(screen.getByText('save'));
    await waitFor(() => expect(arabic).toHaveAccessibleDescription(m.db_rule_too_long()));
    expect(french).not.toHaveAccessibleDescription();
    expect(asked[0]).toMatchObject({
      body: { version: 1, texts: [{ language: 'ar', ...words, longDescription: '<p>قطن</p>' }] },
    });
  },
);
