import { afterEach, expect, it, vi } from 'vitest';
import { stored } from './stored.ts';

const numbers = (raw: unknown) => (Array.isArray(raw) ? raw.filter((item) => typeof item === 'number') : []);

afterEach(() => void vi.restoreAllMocks());

it('reads what is there, and only that', () => {
  localStorage.setItem('n', '[1,"x",2]');
  expect(stored('n', numbers).get()).toEqual([1, 2]);
  localStorage.setItem('n', '{broken');
  expect(stored('n', numbers).get()).toEqual([]);
});

it('keeps and announces', () => {
  const store = stored('n', numbers);
  const heard = vi.fn();
  const leave = store.subscribe(heard);
  store.set([3]);
  expect(localStorage.getItem('n')).toBe('[3]');
  leave();
  store.set([4]);
  expect(heard).toHaveBeenCalledOnce();
});

it('follows other tabs and other scripts', () => {
  const store = stored('n', numbers);
  localStorage.setItem('n', '[7]');
  window.dispatchEvent(new StorageEvent('storage', { key: 'n', storageArea: localStorage }));
  expect(store.get()).toEqual([7]);
  localStorage.setItem('n', '[8]');
  store.reload();
  expect(store.get()).toEqual([8]);
});

it('changes what another tab stored a moment ago, not what this one remembers', () => {
  const store = stored('n', numbers);
  store.set([1]);
  localStorage.setItem('n', '[1,2]');
  store.update((all) => [...all, 3]);
  expect(store.get()).toEqual([1, 2, 3]);
});

it('reads again when the page comes back from the back/forward cache', () => {
  const store = stored('n', numbers);
  localStorage.setItem('n', '[5]');
  window.dispatchEvent(new Event('pageshow'));
  expect(store.get()).toEqual([5]);
});

it('goes on when storage refuses', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const store = stored('n', numbers);
  store.set([9]);
  expect(store.get()).toEqual([9]);
});

it('lives as long as the page where the browser forbids to keep anything', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const store = stored('n', numbers);
  store.set([1]);
  store.update((all) => [...all, 2]);
  window.dispatchEvent(new Event('pageshow'));
  expect(store.get()).toEqual([1, 2]);
});
