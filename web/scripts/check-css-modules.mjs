// Styles are CSS modules: every class that a part uses is in its sheet, every class of a sheet is used, and no other class
// is written but the words of the global sheets. The types say `any` to a class, so that a slip of the pen is found here.
// The gateway's pages write classes of the storefront by their names: each is one of a sheet or a word. So do the tests in a
// browser look for them, where a class of no sheet would never be found.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { camelCased, className } from './class-names.mjs';
import { report, root } from './files.mjs';

const APPS = [
  {
    folders: ['src/storefront', 'src/ui/native'],
    words: ['src/theme', 'src/storefront/styles'],
    pages: '../services/gateway/src/pages',
  },
  {
    folders: ['src/dashboard', 'src/ui/rich', 'src/ui/form', 'src/ui/data-table'],
    words: ['src/theme', 'src/dashboard/styles'],
  },
];
const IMPORT = /import \* as (\w+) from '([^']+\.module\.css)'/g;
const findings = [];
/** Of either app. */
const known = new Set();

for (const app of APPS) {
  const sheets = new Map(files(app.folders, /\.module\.css$/).map((file) => [file, classesOf(read(file))]));
  const words = new Set(
    app.words
      .flatMap((folder) => files([folder], /(?<!\.module)\.css$/))
      .flatMap((file) => [...classesOf(read(file)).own]),
  );
  const used = new Map([...sheets.keys()].map((file) => [file, new Set()]));
  const written = new Set();

  blocksApart(sheets);
  for (const word of words)
    if (word.length < 3) findings.push(`.${word} is too short for a word of every sheet`);
  for (const [file, { own }] of sheets) for (const name of own) written.add(className(name, file));
  for (const name of [...words, ...written]) known.add(name);
  const ofPages = app.pages ? inPages(app.pages, (name) => words.has(name) || written.has(name)) : new Set();
  for (const file of files(app.folders, /(?<!\.test)\.tsx?$/)) uses(file, { sheets, used, words });
  for (const [file, { own, elsewhere }] of sheets) {
    for (const name of own)
      if (!used.get(file).has(camelCased(name)) && !ofPages.has(className(name, file)))
        findings.push(`${file}: .${name} is used nowhere`);
    for (const name of elsewhere) {
      if (!words.has(name) && !written.has(name))
        findings.push(`${file}: :global(.${name}) is neither a word nor a class of a module`);
    }
  }
}
for (const file of files(['e2e'], /\.ts$/)) {
  for (const name of lookedFor(read(file)))
    if (!known.has(name)) findings.push(`${file}: no sheet has .${name}`);
}
report('css-modules', findings);

/** Two sheets of one name would share the names of their classes. */
function blocksApart(sheets) {
  const seen = new Map();
  for (const file of sheets.keys()) {
    const name = basename(file);
    if (seen.has(name)) findings.push(`${file}: as ${seen.get(name)}`);
    seen.set(name, file);
  }
}

function uses(file, { sheets, used, words }) {
  const text = read(file);
  for (const [, as, from] of text.matchAll(IMPORT)) {
    const sheet = from.startsWith('@/') ? join('src', from.slice(2)) : join(dirname(file), from);
    const known = sheets.get(sheet);
    if (!known) {
      findings.push(`${file}: ${from} is no sheet of this app`);
      continue;
    }
    const names = new Set([...known.own].map(camelCased));
    for (const [, name] of text.matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))) {
      if (!names.has(name)) findings.push(`${file}: ${from} has no class ${name}`);
      used.get(sheet).add(name);
    }
  }
  for (const name of literals(text)) {
    if (!words.has(name)) findings.push(`${file}: "${name}" is no word of the global sheets`);
  }
}

/** The classes that the gateway's pages write; of those that no sheet has, it says where. */
function inPages(folder, isKnown) {
  const written = new Set();
  for (const file of files([folder], /\.rs$/)) {
    const text = read(file).split('#[cfg(test)]')[0];
    const attributes = [...text.matchAll(/\bclass=\\"([^"\\]*)\\"|\("class", ((?:"[^"]*"|[^()])*)\)/g)];
    const words = attributes.flatMap(([, plain, code]) =>
      plain === undefined ? [...code.matchAll(/"([^"]*)"/g)].map(([, quoted]) => quoted) : [plain],
    );
    for (const name of words.flatMap((one) => one.split(/\s+/)).filter(Boolean)) {
      if (!isKnown(name)) findings.push(`${file}: no sheet has .${name}`);
      written.add(name);
    }
  }
  return written;
}

/** The classes that a source writes as they are: `className="muted"`, and beside those of a module. */
function literals(text) {
  const plain = [...text.matchAll(/\b(?:c|\w+C)lassName(?:=|: | = )["']([^"'\n]*)["']/g)].map(
    ([, words]) => words,
  );
  const computed = [...text.matchAll(/\b(?:c|\w+C)lassName=\{([^\n]*?)\}(?=[\s/>])/g)].flatMap(([, code]) =>
    [...code.matchAll(/(?:[?:(]|^)\s*'([^']*)'|`([^`]*)`/g)].map(
      ([, quoted, template]) => quoted ?? template.replace(/\$\{[^}]*\}/g, ' '),
    ),
  );
  return [...plain, ...computed].flatMap((words) => words.split(/\s+/)).filter(Boolean);
}

/** The classes of the selectors that a test looks for: `locator('.card > a[href=".x"]')`. */
function lookedFor(text) {
  return [...text.matchAll(/\blocator\(\s*(?:'([^'\n]*)'|`([^`]*)`)/g)]
    .map(([, plain, template]) => (plain ?? template).replace(/\$\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' '))
    .flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
}

function classesOf(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)/g, '');
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)]
    .map(([, selector]) => selector)
    .filter((one) => !one.trim().startsWith('@'));
  const own = new Set();
  const elsewhere = new Set();
  for (const selector of selectors) {
    for (const [, name] of selector.matchAll(/:global\(\.([\w-]+)\)/g)) elsewhere.add(name);
    for (const [, name] of selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g))
      own.add(name);
  }
  return { own, elsewhere };
}

function files(folders, pattern) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('/testing'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
