import { expect, it } from 'vitest';
import { groupPhone, isPhone, phoneDigits, whatsappNumber } from './phone-dz.ts';

it.each([
  ['0555123456', '0555123456'],
  ['05 55 12 34 56', '0555123456'],
  ['05.55-12/34 56', '0555123456'],
  ['+213 555 12 34 56', '0555123456'],
  ['00213555123456', '0555123456'],
  ['+213 0555 12 34 56', '0555123456'],
  ['٠٥٥٥١٢٣٤٥٦', '0555123456'],
  ['۰۵۵۵۱۲۳۴۵۶', '0555123456'],
])('%s is %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
  expect(isPhone(digits)).toBe(true);
});

it.each(['', '555123456', '1555123456', '05551234'])('%s is no phone number', (typed) => {
  expect(isPhone(phoneDigits(typed))).toBe(false);
});

it('groups while typing', () => {
  expect(['0', '05', '055', '0555', '0555123456'].map(groupPhone)).toEqual([
    '0',
    '05',
    '05 5',
    '05 55',
    '05 55 12 34 56',
  ]);
});

it.each(['0555123456', '+213555123456', '00213555123456'])('%s can be typed key by key', (typed) => {
  let shown = '';
  for (const key of typed) shown = phoneDigits(groupPhone(shown) + key);
  expect(shown).toBe('0555123456');
});

it('knows which numbers WhatsApp may have', () => {
  expect(['0555123456', '0661234567', '0770123456'].map(whatsappNumber)).toEqual([
    '213555123456',
    '213661234567',
    '213770123456',
  ]);
  expect(['021123456', '0211234567', '05551234', ''].map(whatsappNumber)).toEqual(Array(4).fill(undefined));
});
