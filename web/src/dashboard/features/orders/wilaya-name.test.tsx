import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { CommuneName, WilayaName } from './wilaya-name.tsx';

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

it('names a commune in Arabic too', async () => {
  const commune = { id: '0101', name: 'Adrar', nameAr: 'أدرار', deliverable: true };
  answerWith({ '/commune/wilaya/01': { body: [commune] } });
  renderScreen(<CommuneName id="0101" wilayaId="01" name="Adrar" />, { locale: 'ar' });
  await screen.findByText('أدرار');
});
