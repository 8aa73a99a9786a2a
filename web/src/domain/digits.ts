/** Digits as an Arabic keyboard may type them. */

/** `٧` and `۷` read as `7`. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

/** A number with the commas of an Arabic keyboard, as others write it: `١٬٢٣٤٫٥` and `١٢٣٤،٥` read as `1234,5`. */
export function latinNumber(text: string): string {
  return latinDigits(text)
    .replace(/\u066c/g, '')
    .replace(/[\u060c\u066b]/g, ',');
}

/** Dinars while they are typed: digits, and centimes behind one comma or point. */
export function amountCharacters(text: string): string {
  const [whole = '', ...rest] = latinNumber(text)
    .replace(/[^\d.,]/g, '')
    .split(/[.,]/);
  return whole.slice(0, 9) + (rest.length > 0 ? `,${rest.join('').slice(0, 2)}` : '');
}
