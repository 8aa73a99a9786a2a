import { afterEach, expect, it, vi } from 'vitest';
import { isMenuCollapsed, preferredLocale, rememberMenuCollapsed, switchLocale } from './preferences.ts';

afterEach(() => void vi.restoreAllMocks());

it('starts where the browser keeps nothing', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(['fr', 'ar', 'en']).toContain(preferredLocale());
  expect(() => rememberMenuCollapsed(true)).not.toThrow();
  expect(isMenuCollapsed()).toBe(false);
});

it('speaks the chosen language in this tab where the browser has no room to keep it', () => {
  switchLocale('fr');
  const set = Storage.prototype.setItem;
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...one) {
    if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
    set.apply(this, one);
  });
  switchLocale('ar');
  expect(preferredLocale()).toBe('ar');
  full.mockRestore();
  switchLocale('en');
  expect(preferredLocale()).toBe('en');
  expect(sessionStorage).toHaveLength(0);
});
