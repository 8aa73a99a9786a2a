import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { HomeModule } from '@/api/types.ts';
import { Module } from './module.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const LOOKS = {
  showTitle: true,
  size: 6,
  bgColor: '#fff3e0',
  containerClass: '',
  wrapperCssClass: 'warm',
  responsiveNumber: { mobile: 1, tablet: 0, desktop: 4 },
};
const banner = (title: string) => ({ title, text: '', button: '', link: '', image: null });
const banners = {
  ...LOOKS,
  type: 'banner_carousel',
  publicTitle: 'Offres',
  banners: [banner('Un'), banner('Deux')],
};

it('stands as its settings say, and shows nothing of a type that it does not know', () => {
  const unknown = { ...LOOKS, type: 'hologram' } as unknown as HomeModule;
  const { container } = render(<Module module={unknown} first={false} />);
  const [module] = container.children;
  expect(module).toHaveClass('warm');
  expect(module).toHaveAttribute('data-size', '6');
  expect((module as HTMLElement).style.getPropertyValue('--on-desktop')).toBe('4');
  expect((module as HTMLElement).style.getPropertyValue('--on-tablet')).toBe('');
  expect((module as HTMLElement).style.getPropertyValue('--paint')).toBe('#fff3e0');
  expect(container).toHaveTextContent('');
});

it('turns the banners every 2.5 s, but not while somebody points at them', () => {
  vi.useFakeTimers();
  render(<Module module={banners as HomeModule} first={false} />);
  const title = () => screen.getByRole('heading').textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  expect(title()).toBe('Un');
  pass(2_500);
  expect(title()).toBe('Deux');
  const region = screen.getByRole('region', { name: 'Offres' });
  fireEvent.mouseEnter(region);
  pass(10_000);
  expect(title()).toBe('Deux');
  fireEvent.mouseLeave(region);
  pass(2_500);
  expect(title()).toBe('Un');
});
