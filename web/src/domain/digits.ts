/** Digits as an Arabic keyboard may type them. */

/** `٧` and `۷` read as `7`. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

/** Dinars while they are typed: digits, and centimes behind one comma or point. */
export function amountCharacters(text: string): string {
  const [whole = '', ...rest] = latinDigits(text)
    .replace(/[^\d.,\u066b]/g, '')
    .split(/[.,\u066b]/);
  return whole.slice(0, 9) + (rest.length > 0 ? `,${rest.join('').slice(0, 2)}` : '');
}
