import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { SiteFooter } from './site-footer.tsx';

const item = (label: string, link: string, children: unknown[] = []) => ({
  label,
  link,
  accent: false,
  children,
});

it('shows the merchant’s menu, what has others below it as a column of its own, and who sells', async () => {
  const about = item('Qui sommes-nous', '/pages/nous', [item('Conditions', '/pages/conditions')]);
  const items = [item('Nouveautés', '/new'), about, item('Instagram', 'https://instagram.example/souk')];
  const identity = {
    name: 'SARL Zahra',
    address: '',
    email: 'a@zahra.dz',
    rc: '',
    nif: '00211',
    nis: '',
    ai: '',
  };
  const session = { token: 't', csrfToken: 'c', settings: { shopName: 'Souk', phone: '', identity } };
  answerWith({
    '/web/api/session': { body: session },
    '/web/public/api/menus': { body: { menus: [{ name: 'footer', items }] } },
  });
  renderScreen(<SiteFooter />);
  const column = (name: string) => {
    const found = screen.getByRole('heading', { name }).parentElement;
    if (!found) throw new Error(name);
    return within(found)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('a')?.getAttribute('href'));
  };
  await screen.findByRole('heading', { name: 'Qui sommes-nous' });
  expect(column('Boutique')).toEqual(['/new', 'https://instagram.example/souk']);
  expect(screen.queryByRole('heading', { name: /question/ }), 'there is no number to call').toBeNull();
  expect(column('Qui sommes-nous')).toEqual(['/pages/conditions']);
  expect(screen.getByText('SARL Zahra')).toBeVisible();
  expect(screen.getByText('NIF 00211')).toBeVisible();
  expect(screen.getByRole('link', { name: 'a@zahra.dz' })).toHaveAttribute('href', 'mailto:a@zahra.dz');
  expect(screen.queryByText(/^(RC|NIS|AI)/)).toBeNull();
});
