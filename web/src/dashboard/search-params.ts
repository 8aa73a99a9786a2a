/**
 * Addresses stay readable: every parameter is plain text, one with several values is repeated (design 4), empty ones are
 * left out, schemas give them their types.
 */
import * as v from 'valibot';

export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const [first = '', ...rest] = params.getAll(key);
      return [key, rest.length > 0 ? [first, ...rest] : first];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one): [string, string] => [key, String(one)]),
  );
  const text = new URLSearchParams(entries).toString();
  return text ? `?${text}` : '';
}

/** A parameter that may be absent; what is not understood counts as absent. */
export const optionalText = v.fallback(v.optional(v.string()), undefined);
