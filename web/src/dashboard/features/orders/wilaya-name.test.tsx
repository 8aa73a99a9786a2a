import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CommuneName, CommuneOfWilaya, WilayaName } from './wilaya-name.tsx';

const ADRAR = { id: '01', isoCode: 'DZ-01', name: 'Adrar', nameAr: 'أدرار', deliverable: true };

describe('the wilaya of an order', () => {
  it('is named in Arabic on an Arabic page', async () => {
    answerWith({ '/wilayas': { body: [ADRAR] } });
    renderScreen(<WilayaName id="01" name="Adrar" />, { locale: 'ar' });
    await screen.findByText('أدرار');
  });

  it('keeps its Latin name elsewhere, and asks nothing', () => {
    const asked = answerWith({});
    renderScreen(<WilayaName id="01" name="Adrar" />);
    screen.getByText('Adrar');
    expect(asked).toEqual([]);
  });

  it('keeps its Latin name where the list has no other', () => {
    answerWith({});
    renderScreen(<WilayaName id="99" name="Adrar" />, { locale: 'ar' });
    screen.getByText('Adrar');
  });
});

it('names the communes of many wilayas in Arabic, by one call', async () => {
  const communes = [
    { id: '0101', wilayaId: '01', name: 'Adrar', nameAr: 'أدرار', deliverable: true },
    { id: '1610', wilayaId: '16', name: 'Kouba', nameAr: 'القبة', deliverable: true },
  ];
  const asked = answerWith({ '/delivery-area': { body: { version: 1, communes } } });
  const rows = communes.map(({ id, name }) => <CommuneName key={id} id={id} name={name} />);
  renderStaffScreen(rows, { permissions: ['orders.read', 'transporters.read'], locale: 'ar' });
  await screen.findByText('أدرار');
  screen.getByText('القبة');
  expect(asked).toHaveLength(1);
});

it('names the commune of one order in Arabic by its wilaya’s alone', async () => {
  const kouba = { id: '1610', name: 'Kouba', nameAr: 'القبة', deliverable: true };
  const asked = answerWith({ '/commune/wilaya/16': { body: [kouba] } });
  renderScreen(<CommuneOfWilaya id="1610" name="Kouba" wilayaId="16" />, { locale: 'ar' });
  await screen.findByText('القبة');
  expect(asked).toHaveLength(1);
});

it('keeps the Latin name of a commune elsewhere, and asks nothing', () => {
  const asked = answerWith({});
  renderStaffScreen(<CommuneName id="0101" name="Adrar" />, { permissions: ['transporters.read'] });
  screen.getByText('Adrar');
  expect(asked).toEqual([]);
});
