import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProductPage } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ShareLinks } from '../../parts/share-links.tsx';
import { Share } from './share.tsx';

const product = {
  id: 'p',
  name: 'Crème & huile',
  slug: 'creme',
  mainCategoryRead: { uuid: 'c', name: 'Soins', slug: 'soins' },
} as unknown as ProductPage;
const ADDRESS = `${window.location.origin}/ar/catalog/product/soins/creme`;

function offer(what: object) {
  for (const [name, value] of Object.entries(what))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

afterEach(() => {
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

it('shares by what the device offers, and is not put out by who closes it', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  offer({ share });
  renderScreen(<Share product={product} phone="" />, { locale: 'ar' });
  await userEvent.click(screen.getByRole('button', { name: 'شارك' }));
  expect(share).toHaveBeenCalledWith({ title: 'Crème & huile', url: ADDRESS });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('shares by WhatsApp or as a link elsewhere', async () => {
  const user = userEvent.setup();
  const writeText = vi.fn().mockResolvedValue(undefined);
  offer({ clipboard: { writeText } });
  renderScreen(<Share product={product} phone="" />, { locale: 'ar' });
  const text = encodeURIComponent(`Crème & huile ${ADDRESS}`);
  const link = screen.getByRole('link', { name: 'شارك عبر واتساب' });
  expect(link).toHaveAttribute('href', `https://wa.me/?text=${text}`);
  await user.click(screen.getByRole('button', { name: 'انسخ الرابط' }));
  expect(writeText).toHaveBeenCalledWith(ADDRESS);
  const copied = screen.getByRole('status');
  expect(copied).toHaveTextContent('تم النسخ');
  expect(copied, 'it is seen, too').not.toHaveClass('visually-hidden');
});

it.each([
  ['0560 12 34 56', 'https://wa.me/213560123456?text='],
  ['+213 21 12 34 56', undefined],
  ['', undefined],
])('asks the shop at %s by WhatsApp where that can be', (phone, address) => {
  renderScreen(<Share product={product} phone={phone} />, { locale: 'fr' });
  const href = screen.queryByRole('link', { name: 'Demander par WhatsApp' })?.getAttribute('href');
  expect(href?.slice(0, address?.length)).toBe(address);
});

it('says for a while that an address was copied, and nothing of another', async () => {
  vi.useFakeTimers();
  offer({ clipboard: { writeText: vi.fn().mockResolvedValue(undefined) } });
  const links = (url: string) => <ShareLinks title="x" label="x" url={url} />;
  const { rerender } = renderScreen(links('/a'));
  const copy = () => act(async () => screen.getByRole('button').click());
  await copy();
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
  rerender(links('/b'));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await copy();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  vi.useRealTimers();
});
