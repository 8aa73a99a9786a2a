/** The part of an address behind the origin, when it leads to one of our own pages: nobody sends a shopper elsewhere. */
export function ownPath(address: string | null | undefined, origin: string): string | undefined {
  if (!address) return undefined;
  const target = parsed(address, origin);
  // A path that itself starts with two slashes would name a host when it is followed.
  if (target?.origin !== origin || target.pathname.startsWith('//')) return undefined;
  return `${target.pathname}${target.search}${target.hash}`;
}

function parsed(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
