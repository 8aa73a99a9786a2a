/** Texts that the browser keeps. It may have no room for one, or forbid to keep any: neither breaks a page. */

export function readText(key: string, storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** `null` takes it away. Whether it is so now. */
export function writeText(key: string, text: string | null, storage = () => localStorage): boolean {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Of all texts that are kept. */
export function textKeys(storage = () => localStorage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}
