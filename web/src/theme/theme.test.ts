import { afterEach, expect, it, vi } from 'vitest';
import { applyTheme, initialTheme } from './theme.ts';

afterEach(() => void vi.restoreAllMocks());

it('shows a theme where the browser keeps nothing', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(initialTheme()).toBe('light');
  applyTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
});
