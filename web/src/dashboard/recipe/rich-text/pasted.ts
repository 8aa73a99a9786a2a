/** What other programs put on the clipboard, made into what a text may have: the editor takes the rest of its form away. */
import { bodyOf } from './html.ts';

/** Letters of what a picture stands for in a message: `🌸`. */
const LONGEST_EMOJI = 8;
const HEADINGS: Readonly<Record<string, string>> = { H1: 'h2', H4: 'h3', H5: 'h3', H6: 'h3' };

export function cleaned(html: string): string {
  const body = bodyOf(html);
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, template'))
    element.remove();
  for (const picture of body.querySelectorAll('img')) withoutForeign(picture);
  for (const link of body.querySelectorAll('a'))
    link.setAttribute('href', directOf(link.getAttribute('href') ?? ''));
  listsOfWord(body);
  for (const row of body.querySelectorAll('tr')) lineOfRow(row);
  for (const heading of body.querySelectorAll('h1, h4, h5, h6'))
    renamed(heading, HEADINGS[heading.tagName] ?? 'h2');
  for (const line of body.querySelectorAll('p, div')) {
    if ((line.textContent ?? '').trim() === '' && !line.querySelector('img')) line.remove();
  }
  return body.innerHTML;
}

/** Whether it has a picture that the shop keeps already. */
export function hasOwnPicture(html: string): boolean {
  return [...bodyOf(html).querySelectorAll('img')].some((picture) => isOwn(addressOf(picture)));
}

/** Messages have emoji as pictures; others' pictures are not the shop's. */
function withoutForeign(picture: HTMLImageElement): void {
  const address = addressOf(picture);
  if (isOwn(address)) picture.setAttribute('src', address);
  else picture.replaceWith(picture.alt.length <= LONGEST_EMOJI ? picture.alt : '');
}

function isOwn(address: string): boolean {
  return address.startsWith('/media/');
}

/** As the shop writes it: browsers put the whole address on the clipboard. */
function addressOf(picture: HTMLImageElement): string {
  const address = picture.getAttribute('src') ?? '';
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
}

/** Facebook leads over a page of its own. */
function directOf(href: string): string {
  const url = URL.canParse?.(href) ? new URL(href) : null;
  if (url && /(?:^|\.)facebook\.com$/.test(url.hostname) && url.pathname === '/l.php') {
    return url.searchParams.get('u') ?? href;
  }
  return href;
}

/** Word writes items as paragraphs that begin with their marker. */
function listsOfWord(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')]) {
    const markers = [...paragraph.querySelectorAll('[style*="mso-list"]')];
    const marker = markers.map(({ textContent }) => textContent ?? '').join('');
    const kind = /^\s*\(?[\da-z]{1,4}[.)]/i.test(marker) ? 'ol' : 'ul';
    for (const element of markers) element.remove();
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    const before = paragraph.previousElementSibling;
    if (before?.tagName.toLowerCase() === kind && before.hasAttribute('data-word')) {
      before.append(item);
      paragraph.remove();
    } else {
      const list = body.ownerDocument.createElement(kind);
      list.setAttribute('data-word', '');
      list.append(item);
      paragraph.replaceWith(list);
    }
  }
}

/** A table has no place in a text; its rows do. */
function lineOfRow(row: HTMLTableRowElement): void {
  const line = row.ownerDocument.createElement('p');
  for (const [at, cell] of [...row.cells].entries()) line.append(at > 0 ? ' – ' : '', ...inLine(cell));
  const table = row.closest('table');
  table?.before(line);
  row.remove();
  if (table && !table.querySelector('tr')) table.remove();
}

/** What stands in a cell, its lines one after the other. */
function inLine(cell: Element): Node[] {
  return [...cell.childNodes].flatMap((child) =>
    child instanceof HTMLElement && /^(?:P|DIV)$/.test(child.tagName)
      ? [...child.childNodes, new Text(' ')]
      : [child],
  );
}

function renamed(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
