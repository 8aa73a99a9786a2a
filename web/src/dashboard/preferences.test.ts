import { afterEach, expect, it, vi } from 'vitest';
import { isMenuCollapsed, preferredLocale, rememberMenuCollapsed } from './preferences.ts';

afterEach(() => void vi.restoreAllMocks());

it('starts where the browser keeps nothing', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(['fr', 'ar', 'en']).toContain(preferredLocale());
  expect(() => rememberMenuCollapsed(true)).not.toThrow();
  expect(isMenuCollapsed()).toBe(false);
});
