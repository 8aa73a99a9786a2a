/** Algerian phone numbers (spec 5: 10 digits starting with 0, what is not a digit is stripped). */

import { latinDigits } from './digits.ts';

const LENGTH = 10;

/**
 * What was typed as national digits: `+213 555 12 34 56` becomes `0555123456`. A national number starts with 0,
 * so a leading 213 is the country's, also while the rest is still being typed.
 */
export function nationalDigits(text: string): string {
  const digits = latinDigits(text).replace(/\D/g, '');
  const afterCountry = /^(?:00)?213(.*)$/.exec(digits)?.[1];
  return afterCountry === undefined ? digits : `0${afterCountry.replace(/^0/, '')}`;
}

/** The same of a field that takes no more than a number has. */
export function phoneDigits(text: string): string {
  return nationalDigits(text).slice(0, LENGTH);
}

export function isPhone(digits: string): boolean {
  return /^0\d{9}$/.test(digits);
}

/** The number as WhatsApp knows it, for a mobile one: `0555123456` to `213555123456`. */
export function whatsappNumber(digits: string): string | undefined {
  return /^0[567]\d{8}$/.test(digits) ? `213${digits.slice(1)}` : undefined;
}

/** How many digits a number that begins well still lacks; 0 for one that is whole or wrong. */
export function missingDigits(digits: string): number {
  return /^0\d*$/.test(digits) ? LENGTH - digits.length : 0;
}

/** `05 55 12 34 56`, also while it is being typed. */
export function groupPhone(digits: string): string {
  return digits.replace(/(\d{2})(?=\d)/g, '$1 ');
}

/** Where the caret belongs in the grouped number, after as many digits as were before it where it was typed. */
export function caretAfterDigits(grouped: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < grouped.length; place += 1) {
    if (seen === digits) return place;
    if (grouped[place] !== ' ') seen += 1;
  }
  return grouped.length;
}
