/** Algerian phone numbers (spec 5: 10 digits starting with 0, what is not a digit is stripped). */

const LENGTH = 10;

/** `٧` and `۷` read as `7`. */
function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

/** What was typed as national digits: `+213 555 12 34 56` becomes `0555123456`. */
export function phoneDigits(text: string): string {
  const typed = latinDigits(text).trim();
  const digits = typed.replace(/\D/g, '');
  const international = typed.startsWith('+') ? /^213(.*)$/ : /^00213(.*)$/;
  const national = international.exec(digits)?.[1];
  const result = national === undefined ? digits : `0${national.replace(/^0/, '')}`;
  return result.slice(0, LENGTH);
}

export function isPhone(digits: string): boolean {
  return /^0\d{9}$/.test(digits);
}

/** `05 55 12 34 56`, also while it is being typed. */
export function groupPhone(digits: string): string {
  return digits.replace(/(\d{2})(?=\d)/g, '$1 ');
}
