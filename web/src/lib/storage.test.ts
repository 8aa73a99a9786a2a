import { afterEach, expect, it, vi } from 'vitest';
import { readText, writeText } from './storage.ts';

afterEach(() => void vi.restoreAllMocks());

it('keeps a text, and takes it away', () => {
  expect(writeText('n', 'one')).toBe(true);
  expect(readText('n')).toBe('one');
  expect(writeText('n', null)).toBe(true);
  expect(readText('n')).toBeNull();
});

it('says that there was no room', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writeText('n', 'one')).toBe(false);
  expect(readText('n')).toBeNull();
});

it('goes on where the browser forbids to keep anything', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(writeText('n', 'one')).toBe(false);
  expect(readText('n')).toBeNull();
});
