import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AreaForm } from './area-form.tsx';

const WILAYAS = [
  { id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true },
  { id: '31', isoCode: 'DZ-31', name: 'Oran', nameAr: 'وهران', deliverable: true },
];
const AREA = {
  version: 3,
  communes: [
    { id: '1601', wilayaId: '16', name: 'Alger Centre', nameAr: 'الجزائر الوسطى', deliverable: true },
    { id: '1602', wilayaId: '16', name: 'Sidi M’hamed', nameAr: 'سيدي امحمد', deliverable: true },
    { id: '3101', wilayaId: '31', name: 'Es Senia', nameAr: 'السانية', deliverable: false },
  ],
};
const PERMISSIONS = { permissions: ['transporters.read', 'transporters.write'] };
const box = (name: RegExp | string) => screen.getByRole('checkbox', { name });

it.each(['fr', 'ar'] as const)(
  'opens a wilaya, closes a commune and saves both at once, in %s',
  async (locale) => {
    const asked = answerWith({
      '/wilayas': { body: WILAYAS },
      '/delivery-area': { body: { ...AREA, version: 4 } },
    });
    renderStaffScreen(<AreaForm area={AREA} words="" />, { ...PERMISSIONS, locale });
    const oran = locale === 'ar' ? '31 وهران' : '31 Oran';
    await userEvent.click(await screen.findByRole('checkbox', { name: oran }));
    const [communes] = screen.getAllByText(m.db_area_communes());
    if (!communes) throw new Error('nothing to open');
    await userEvent.click(communes);
    const commune = locale === 'ar' ? 'سيدي امحمد' : 'Sidi M’hamed';
    await userEvent.click(await screen.findByRole('checkbox', { name: commune }));
    expect(box(/^16 /)).toHaveProperty('indeterminate', true);
    await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
    const body = asked.find(({ method }) => method === 'PATCH')?.body;
    expect(body).toEqual({ version: 3, opened: ['3101'], closed: ['1602'] });
  },
);

it('ticks what was looked for alone', async () => {
  answerWith({ '/wilayas': { body: WILAYAS } });
  renderStaffScreen(<AreaForm area={AREA} words="sidi" />, PERMISSIONS);
  await userEvent.click(await screen.findByRole('checkbox', { name: m.db_area_all() }));
  expect(box('Sidi M’hamed')).not.toBeChecked();
  const all = box('16 Alger').closest('div');
  if (!all) throw new Error('no wilaya');
  expect(within(all).queryByRole('checkbox', { name: 'Alger Centre' })).toBeNull();
});

it('is only looked at by those who may not change it', async () => {
  answerWith({ '/wilayas': { body: WILAYAS } });
  renderStaffScreen(<AreaForm area={AREA} words="" />, { permissions: ['transporters.read'] });
  expect(await screen.findByRole('checkbox', { name: '16 Alger' })).toBeDisabled();
});
