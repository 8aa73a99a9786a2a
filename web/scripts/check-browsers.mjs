// Reads what a shopper's browser may load as the oldest browsers would: syntax that they can't parse, built-ins and web
// APIs that they don't have. What a library asks for before it uses it is listed with who does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import { ESLint } from 'eslint';
import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';
import { report, root } from './files.mjs';
import { BROWSERSLIST, VERSIONS } from './oldest-browsers.mjs';

/** Used only where it is there, by whom. */
const ASKED_FOR = [
  // TanStack Query's and Chromium's own: "is the line slow" is asked of who can say.
  { rule: 'compat/compat', near: /navigator\.connection/ },
];

/** Younger than ES2021, and in all of the oldest browsers. */
const KNOWN = [
  'no-arbitrary-module-namespace-names',
  'no-array-prototype-at',
  'no-array-prototype-findlast-findlastindex',
  'no-class-instance-fields',
  'no-class-private-fields',
  'no-class-private-methods',
  'no-class-static-fields',
  'no-error-cause',
  'no-object-hasown',
  'no-private-in',
  'no-regexp-d-flag',
  'no-string-prototype-at',
  'no-top-level-await',
  'no-typed-array-prototype-at',
];

/** Static functions of web interfaces (`AbortSignal.any`) that one of them lacks; the plugin reads those of the language. */
const YOUNG_STATICS = Object.entries(data.api).flatMap(([object, members]) =>
  Object.entries(members).flatMap(([name, { __compat: facts }]) => {
    const property = /^(\w+)_static$/.exec(name)?.[1];
    const isYoung = Object.entries(VERSIONS).some(([browser, oldest]) => {
      const added = [facts?.support[browser]].flat()[0]?.version_added;
      return !added || Number.parseFloat(added.replace('≤', '')) > oldest;
    });
    return property && isYoung ? [{ object, property }] : [];
  }),
);

/** Iterators' methods have the names of arrays' own, which a reader of built files can't tell apart. */
const AMBIGUOUS = Object.keys(es.rules).filter((rule) => rule.startsWith('no-iterator-prototype-'));

const dist = join(root, 'dist/storefront');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The scripts that a page may load, now or later. */
function reachable(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of [...(manifest[key].imports ?? []), ...(manifest[key].dynamicImports ?? [])])
    reachable(next, seen);
  return seen;
}

const linter = new ESLint({
  cwd: dist,
  overrideConfigFile: true,
  allowInlineConfig: false,
  overrideConfig: [
    compat.configs['flat/recommended'],
    es.configs['flat/restrict-to-es2021'],
    { rules: { 'no-restricted-properties': ['error', ...YOUNG_STATICS] } },
    { rules: Object.fromEntries([...KNOWN, ...AMBIGUOUS].map((rule) => [`es-x/${rule}`, 'off'])) },
    {
      languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
      settings: { browsers: BROWSERSLIST, 'es-x': { aggressive: true } },
    },
  ],
});

const findings = [];
for (const name of [...reachable('index.html')].map((key) => manifest[key].file)) {
  const text = readFileSync(join(dist, name), 'utf8');
  const [{ messages }] = await linter.lintText(text, { filePath: join(dist, name) });
  const lines = text.split('\n');
  for (const { ruleId, message, line, column } of messages) {
    const excerpt = (lines[line - 1] ?? '').slice(Math.max(0, column - 40), column + 40);
    const finding = `${name}: ${ruleId}: ${message} …${excerpt}…`;
    if (!ASKED_FOR.some(({ rule, near }) => rule === ruleId && near.test(excerpt))) findings.push(finding);
  }
}
report('oldest browsers', findings);
