/** Texts as HTML, apart from any editor: how they are compared, sent and told. Nothing of them runs or is fetched here. */

/** What is the same under two names. */
const NAMES: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
/** What stands in a line; everything else begins one. */
const IN_LINE = new Set(
  `a abbr acronym b bdi bdo br cite code data del dfn em i img ins kbd map mark q rp rt rtc ruby s samp small span strike
   strong sub sup time tt u var wbr`.split(/\s+/),
);
/** What has lines and no blocks in it. */
const LINES = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'dt', 'summary']);
const SPACES = /[\t\n\f\r ]+/g;

export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** Whether two texts say and show the same, however they are written. */
export function isSameText(one: string, other: string): boolean {
  return one === other || formOf(one) === formOf(other);
}

/** As a text is sent: items without paragraphs of their own, no empty lines around it, nothing where nothing is written. */
export function tidied(html: string): string {
  const body = bodyOf(html);
  for (const item of body.querySelectorAll('li')) {
    const [first, ...rest] = item.children;
    if (first?.tagName === 'P' && rest.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')) {
      first.replaceWith(...first.childNodes);
    }
  }
  while (isEmptyLine(body.firstElementChild)) body.firstElementChild?.remove();
  while (isEmptyLine(body.lastElementChild)) body.lastElementChild?.remove();
  return body.innerHTML;
}

function isEmptyLine(element: Element | null): boolean {
  if (element?.tagName !== 'P' || element.querySelector('img')) return false;
  return (element.textContent ?? '').trim() === '';
}

/** A text written in one way alone: what differs in it is a difference. */
function formOf(html: string): string {
  const blocks = blocksOf(bodyOf(html));
  while (blocks[0] === 'p()') blocks.shift();
  while (blocks.at(-1) === 'p()') blocks.pop();
  return blocks.join('');
}

function blocksOf(element: Element): string[] {
  const blocks: string[] = [];
  let line: Node[] = [];
  const end = () => {
    const written = lineOf(line);
    if (written) blocks.push(`p(${written})`);
    line = [];
  };
  for (const child of element.childNodes) {
    if (!(child instanceof Element) || IN_LINE.has(nameOf(child))) {
      line.push(child);
    } else {
      end();
      blocks.push(blockOf(child));
    }
  }
  end();
  return blocks;
}

function blockOf(element: Element): string {
  const inside = LINES.has(nameOf(element)) ? lineOf([element]) : blocksOf(element).join('');
  return `${headOf(element)}(${inside})`;
}

interface Run {
  marks: string;
  text: string;
}

/** The words of a line, each stretch with what it stands in; spaces as a page shows them. */
function lineOf(nodes: readonly Node[]): string {
  const runs: Run[] = [];
  const add = (text: string, marks: string) => {
    const last = runs.at(-1);
    const isAfterSpace = !last || /[ \n]$/.test(last.text);
    const shown = isAfterSpace ? text.replace(/^ /, '') : text;
    if (last?.marks === marks) last.text += shown;
    else if (shown) runs.push({ marks, text: shown });
  };
  const walk = (node: Node, marks: readonly string[]) => {
    if (node.nodeType === Node.TEXT_NODE) {
      add((node.textContent ?? '').replace(SPACES, ' '), [...marks].sort().join());
    } else if (node instanceof Element) {
      const name = nameOf(node);
      if (name === 'br') add('\n', '');
      else if (name === 'img') add(`<${headOf(node)}>`, [...marks].sort().join());
      else {
        const isBare = LINES.has(name) || (name === 'span' && node.attributes.length === 0);
        for (const child of node.childNodes) walk(child, isBare ? marks : [...marks, headOf(node)]);
      }
    }
  };
  for (const node of nodes) walk(node, []);
  const last = runs.at(-1);
  if (last) last.text = last.text.replace(/[ \n]+$/, '');
  return runs
    .filter(({ text }) => text)
    .map(({ marks, text }) => JSON.stringify([marks, text]))
    .join('');
}

function nameOf(element: Element): string {
  const name = element.tagName.toLowerCase();
  return NAMES[name] ?? name;
}

/** Its name with what is said of it; the shop writes `rel` by itself. */
function headOf(element: Element): string {
  const said = [...element.attributes].filter(({ name }) => name !== 'rel');
  const words = said.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort();
  return [nameOf(element), ...words].join(' ');
}
