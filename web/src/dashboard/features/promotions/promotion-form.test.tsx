import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { NEW_PROMOTION } from './draft.ts';
import { PromotionActions } from './promotion-actions.tsx';
import { PromotionForm } from './promotion-form.tsx';

const LOOKUPS = {
  '/menu/api/brands': { body: [[{ id: 'b', name: 'Nour' }]] },
  '/menu/api/categories': { body: [[{ id: 'c', name: 'Parfums' }]] },
};
const PERMISSIONS = { permissions: ['catalog.read', 'catalog.write'] };
const running = { ...NEW_PROMOTION, id: 'p', version: 3, state: 'running' as const };

it.each(['fr', 'ar'] as const)(
  'shows the picker of its type alone and sends what was chosen, in %s',
  async (locale) => {
    const asked = answerWith({
      ...LOOKUPS,
      '/dashboard/api/promotions': { status: 201, body: { ...running, version: 1 } },
    });
    renderStaffScreen(<PromotionForm promotion={NEW_PROMOTION} />, { ...PERMISSIONS, locale });
    await userEvent.selectOptions(screen.getByLabelText(m.db_promotion_rule()), 'brand');
    expect(screen.queryByLabelText(m.db_promotion_of_category())).toBeNull();
    const brand = screen.getByLabelText(m.db_promotion_of_brand());
    await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
    expect(brand).toHaveAccessibleDescription(m.db_field_required());
    await screen.findByRole('option', { name: 'Nour' });
    await userEvent.selectOptions(brand, 'b');
    await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      terms: { rule: 'brand', ruleEntityId: 'b', ruleType: 'percentage', discountValue: 10, endsAt: null },
    });
  },
);

it('asks for nothing where it is of all products', async () => {
  answerWith(LOOKUPS);
  renderStaffScreen(<PromotionForm promotion={NEW_PROMOTION} />, PERMISSIONS);
  await userEvent.selectOptions(screen.getByLabelText(m.db_promotion_rule()), 'all');
  for (const label of [m.db_promotion_of_category, m.db_promotion_of_brand, m.db_promotion_of_product]) {
    expect(screen.queryByLabelText(label())).toBeNull();
  }
});

it.each([
  ['150', '2026-12-01T00:00', m.db_promotion_value, m.db_promotion_value_invalid],
  ['10', '2026-10-01T00:00', m.db_promotion_to, m.db_promotion_backwards],
])('says what keeps it from being saved: %s percent to %s', async (value, end, field, mistake) => {
  answerWith(LOOKUPS);
  const ofAll = { ...NEW_PROMOTION.terms, rule: 'all', startsAt: '2026-11-01T00:00:00Z' };
  const screenOf = (
    <>
      <PromotionForm promotion={{ ...NEW_PROMOTION, terms: ofAll } as never} />
      <Toasts dir="ltr" />
    </>
  );
  renderStaffScreen(screenOf, PERMISSIONS);
  fireEvent.change(screen.getByLabelText(m.db_promotion_value()), { target: { value } });
  fireEvent.change(screen.getByLabelText(m.db_promotion_to()), { target: { value: end } });
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  const said = m.db_form_mistake({ field: field(), mistake: mistake() });
  expect(await screen.findByText(said)).toBeVisible();
});

it('ends a promotion after a question', async () => {
  const asked = answerWith({ '/promotions/p': { body: { ...running, version: 4, isActive: false } } });
  renderStaffScreen(<PromotionActions promotion={running} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_promotion_end() }));
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: m.db_promotion_end() }));
  await waitFor(() => expect(asked[0]?.body).toEqual({ version: 3, isActive: false }));
});

it('ends what was asked about, and what it became only once that was said', async () => {
  const changed = { ...running, version: 4 };
  const answers = [
    { status: 409, body: { code: 'catalog.stale_version', current: changed } },
    { body: { ...changed, version: 5, isActive: false } },
  ];
  const asked = answerWith({ '/promotions/p': () => answers.shift() ?? {} });
  const { rerender } = renderStaffScreen(<PromotionActions promotion={running} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_promotion_end() }));
  rerender(<PromotionActions promotion={changed} />);
  const end = screen.getByRole('button', { name: m.db_promotion_end() });
  await userEvent.click(end);
  expect(await screen.findByRole('alert')).toBeVisible();
  await userEvent.click(end);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([
    { version: 3, isActive: false },
    { version: 4, isActive: false },
  ]);
});

it('says nothing of an earlier refusal once it is asked again', async () => {
  answerWith({ '/promotions/p': { status: 503, body: { code: 'unavailable' } } });
  renderStaffScreen(<PromotionActions promotion={running} />, PERMISSIONS);
  const end = () => userEvent.click(screen.getByRole('button', { name: m.db_promotion_end() }));
  await end();
  await end();
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: m.db_dialog_leave() }));
  await end();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
