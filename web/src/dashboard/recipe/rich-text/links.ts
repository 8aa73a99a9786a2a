/** Where a link in a text may lead: to the shop's own pages, other sites, an e-mail address, a phone (as the shop's cleaner has it). */
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const ALLOWED = /^(?:https?|mailto|tel):/i;

/** Whether the shop keeps a link that leads there. */
export function isLink(href: string): boolean {
  const address = [...href].filter((letter) => letter > ' ').join('');
  return address !== '' && (ALLOWED.test(address) || !SCHEME.test(address));
}

/** What somebody typed as an address; `null` for what leads nowhere. */
export function linkOf(typed: string): string | null {
  const text = typed.trim();
  if (/^\+?[\d\s().-]{8,20}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/\s/.test(text)) return null;
  if (ALLOWED.test(text)) return text;
  if (/^[/#](?!\/)/.test(text)) return text;
  return !SCHEME.test(text) && /^[^/]+\.[^/.]{2,}(?:[/?#]|$)/.test(text) ? `https://${text}` : null;
}
