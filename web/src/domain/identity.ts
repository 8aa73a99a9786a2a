/** Numbers by which the state knows who sells, under the names that they have in every language. */
const NUMBERS = ['rc', 'nif', 'nis', 'ai'] as const;

/** Those that are said, as they are written: `NIF 002116001234567`. */
export function registeredNumbers(identity: Readonly<Record<(typeof NUMBERS)[number], string>>): string[] {
  return NUMBERS.filter((name) => identity[name]).map((name) => `${name.toUpperCase()} ${identity[name]}`);
}
