/** Text of files between signs (RFC 4180), as spreadsheets and other shops write it. */

/** The text of a file: UTF-8, or Windows-1252 as Excel writes it in French. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Lines of cells, `most` at most: between semicolons, tabs or commas, in quotes where they need them. */
export function cellsOf(text: string, most: number): string[][] {
  const whole = text.replace(/^\uFEFF/, '');
  const [head = ''] = whole.split(/\r?\n/, 1);
  const comma = [';', '\t'].find((sign) => head.includes(sign)) ?? ',';
  const sign = new RegExp(`["\\r\\n${comma}]`, 'g');
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  let at = 0;
  while (at < whole.length && lines.length <= most) {
    const end = isQuoted ? whole.indexOf('"', at) : indexOf(whole, sign, at);
    if (end < 0) {
      cell += whole.slice(at);
      break;
    }
    cell += whole.slice(at, end);
    at = end + 1;
    const found = whole.charAt(end);
    if (isQuoted && whole.charAt(at) === '"') {
      cell += '"';
      at += 1;
    } else if (found === '"') isQuoted = !isQuoted;
    else if (found === comma || found === '\n') {
      lines.at(-1)?.push(cell);
      cell = '';
      if (found === '\n') lines.push([]);
    }
  }
  lines.at(-1)?.push(cell);
  return lines.slice(0, most);
}

function indexOf(text: string, sign: RegExp, from: number): number {
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? -1;
}

/** Without the apostrophe that keeps a spreadsheet from taking a text for a formula. */
export function plain(cell = ''): string {
  return cell.trim().replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/, '');
}

/** Between semicolons, as French spreadsheets split lines; what one would work out as a formula begins with an apostrophe. */
export function textOfRows(rows: readonly (readonly string[])[]): string {
  const written = (cell: string) => {
    const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
    return `"${harmless.replaceAll('"', '""')}"`;
  };
  return `\uFEFF${rows.map((cells) => `${cells.map(written).join(';')}\r\n`).join('')}`;
}
