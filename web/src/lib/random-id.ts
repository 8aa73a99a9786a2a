/**
 * Random UUIDs, written as the shop writes them, so that its answer names what was sent. They work too where the page is not a
 * secure context (a shop tried over http in a local network).
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
