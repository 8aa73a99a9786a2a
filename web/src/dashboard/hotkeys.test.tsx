import { fireEvent, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useHotkeys } from './hotkeys.ts';

const press = (key: string, code: string, more: object = {}) =>
  fireEvent.keyDown(document.body, { key, code, ...more });

it.each([
  ['on a Latin keyboard', 'j', 'KeyJ'],
  ['as a capital', 'J', 'KeyJ'],
  ['on an Arabic one, by its place', 'ت', 'KeyJ'],
])('hears a letter %s', (_, key, code) => {
  const heard = vi.fn();
  renderHook(() => useHotkeys({ j: heard }));
  press(key, code);
  expect(heard).toHaveBeenCalledOnce();
});

it('hears what a Latin keyboard writes, not where', () => {
  const [a, q] = [vi.fn(), vi.fn()];
  renderHook(() => useHotkeys({ a, q }));
  press('a', 'KeyQ');
  expect([a.mock.calls.length, q.mock.calls.length]).toEqual([1, 0]);
});

it.each([
  ['by its place', '&', {}, 1],
  ['as an Arabic one', '١', {}, 1],
  ['with Shift, where that writes it', '1', { shiftKey: true }, 1],
  ['with Shift, where that writes another', '!', { shiftKey: true }, 0],
])('hears a digit %s', (_, key, more, times) => {
  const heard = vi.fn();
  renderHook(() => useHotkeys({ 1: heard }));
  press(key, 'Digit1', more);
  expect(heard).toHaveBeenCalledTimes(times);
});

it('hears the question mark of an Arabic keyboard', () => {
  const heard = vi.fn();
  renderHook(() => useHotkeys({ '?': heard }));
  press('؟', 'Slash', { shiftKey: true });
  expect(heard).toHaveBeenCalledOnce();
});
