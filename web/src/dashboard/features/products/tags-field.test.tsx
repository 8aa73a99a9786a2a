import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { tagErrors } from './refused-fields.ts';
import { TagsField } from './tags-field.tsx';
import { useProductForm } from './use-product-form.ts';

const product = { ...PRODUCT, tags: ['Hiver'] };

function Screen() {
  const form = useProductForm(product);
  return (
    <>
      <TagsField
        tags={form.draft.tags}
        typedTag={form.draft.typedTag}
        form={form}
        errors={tagErrors(form.error)}
        onChange={(change) => form.edit((draft) => ({ ...draft, ...change }))}
      />
      <button type="button" onClick={() => void form.save()}>
        save
      </button>
    </>
  );
}

it.each(['fr', 'ar'] as const)(
  'adds, offers and takes away tags, and says what is refused, in %s',
  async (locale) => {
    const repeated = { key: 'form.validation.repeated', text: 'given twice' };
    const asked = answerWith({
      '/menu/api/tags': {
        body: [
          [
            { id: 'Cadeau', name: 'Cadeau' },
            { id: 'hiver', name: 'hiver' },
          ],
        ],
      },
      '/products/p': { status: 422, body: { code: 'invalid_request', errors: { 'tags[1]': [repeated] } } },
    });
    renderStaffScreen(<Screen />, { permissions: ['catalog.write'], locale });
    const input = screen.getByLabelText(m.db_product_tags());
    const offered = () =>
      [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'));
    await waitFor(() => expect(offered()).toEqual(['Cadeau']));
    await userEvent.type(input, 'cadeau{Enter}fait main,');
    await userEvent.click(screen.getByRole('button', { name: m.db_tag_remove({ name: 'Hiver' }) }));
    expect(input).toHaveFocus();
    // What is typed and not entered counts too.
    await userEvent.type(input, 'local');
    await userEvent.click(screen.getByText('save'));
    await waitFor(() => expect(input).toHaveAccessibleDescription(m.db_rule_repeated()));
    const sent = asked.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({ version: 1, tags: ['Cadeau', 'fait main', 'local'], texts: [] });
  },
);

it('parts tags at commas of either script, typed or pasted, and saves what is typed still', async () => {
  const asked = answerWith({ '/menu/api/tags': { body: [[]] }, '/products/p': { body: product } });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'] });
  const input = screen.getByLabelText(m.db_product_tags());
  await userEvent.type(input, 'هدية،');
  expect(input).toHaveValue('');
  await userEvent.paste('fait main, bio');
  expect(input).toHaveValue('bio');
  // As Ctrl+S does: the field keeps the focus.
  screen.getByText('save').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const sent = asked.find(({ method }) => method === 'PATCH');
  expect(sent?.body).toMatchObject({ tags: ['Hiver', 'هدية', 'fait main', 'bio'] });
});
