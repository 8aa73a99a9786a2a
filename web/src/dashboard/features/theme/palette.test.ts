import { expect, it } from 'vitest';
import { canBeSaved, chosen, DEFAULTS, isReadable, paletteOf, worstContrast } from './palette.ts';

it('sends what differs from the colours of the specification', () => {
  expect(chosen(paletteOf({}))).toEqual({});
  expect(chosen(paletteOf({ primary: '#0A6B4F', heading: '#222222' }))).toEqual({ primary: '#0a6b4f' });
});

it('measures text on each of its grounds', () => {
  expect(canBeSaved(DEFAULTS)).toBe(true);
  expect(isReadable(paletteOf({ primary: '#ffcc00' }), 'primary')).toBe(false);
  expect(isReadable(paletteOf({ text: '#757575' }), 'text')).toBe(false);
  expect(isReadable(paletteOf({ text: '#757575', 'grey-1': '#ffffff' }), 'text')).toBe(true);
  expect(isReadable(paletteOf({ 'grey-1': '#333333' }), 'heading')).toBe(false);
  expect(worstContrast(paletteOf({}), 'warning')).toBeNull();
});

it('saves nothing that is no colour', () => {
  expect(canBeSaved(paletteOf({ info: 'blue' }))).toBe(false);
});
