// Weighs what a first visit to each route loads, by the build's manifest, and fails above budgets.json, or where a route
// of the storefront has no line in it. Screens of the dashboard have one budget: what each loads beside the shell; what several
// of them load later has its own.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report, root, sources } from './files.mjs';

const { routes, screens } = JSON.parse(readFileSync(join(root, 'budgets.json'), 'utf8'));

function weight(file) {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

/** The chunk and all that it imports before it can run. */
function closure(manifest, key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build's manifest`);
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) closure(manifest, imported, seen);
  return seen;
}

function manifestOf(app) {
  return JSON.parse(readFileSync(join(root, 'dist', app, '.vite/manifest.json'), 'utf8'));
}

function measure({ app, entry, with: routeModules }) {
  const dist = join(root, 'dist', app);
  const manifest = manifestOf(app);
  const keys = [entry, ...routeModules].flatMap((key) => [...closure(manifest, key)]);
  const chunks = [...new Set(keys)].map((key) => manifest[key]);
  const total = (files) => [...new Set(files)].reduce((sum, file) => sum + weight(join(dist, file)), 0);
  return {
    js: total(chunks.map((chunk) => chunk.file)),
    css: total(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

/** What files that match load later, as the manifest calls it. */
function lazyModules(folder, pattern) {
  return sources(folder, pattern).flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(/import\('(\.[^']+)'\)/g)].map(([, to]) => join(dirname(path), to)),
  );
}

const findings = [];
for (const [name, budget] of Object.entries(routes)) {
  const measured = measure(budget);
  for (const kind of ['js', 'css']) {
    if (budget[kind] === undefined) continue;
    const line = `${name}: ${kind} ${(measured[kind] / 1024).toFixed(1)} kB of ${(budget[kind] / 1024).toFixed(0)} kB`;
    console.log(line);
    if (measured[kind] > budget[kind]) findings.push(`over budget: ${line}`);
  }
}
const weighed = new Set(Object.values(routes).flatMap((budget) => budget.with));
for (const module of lazyModules('src/storefront', /^router\.ts$/)) {
  if (!weighed.has(module)) findings.push(`no budget: ${module}`);
}

const shell = measure({ ...screens, with: [] }).js;
const besideShell = (module, most) => ({
  screen: module,
  js: measure({ ...screens, with: [module] }).js - shell,
  most,
});
const loaded = [...new Set(lazyModules('src/dashboard/features', /^route\.ts$/))].map((screen) =>
  besideShell(screen, screens.but[screen] ?? screens.js),
);
const later = Object.entries(screens.later).map(([module, most]) => besideShell(module, most));
for (const { screen, js, most } of [...loaded, ...later]) {
  const line = `${screen}: js ${(js / 1024).toFixed(1)} kB beside the shell, of ${(most / 1024).toFixed(0)} kB`;
  if (js > most) findings.push(`over budget: ${line}`);
}
const heaviest = loaded.toSorted((one, other) => other.js - one.js)[0];
console.log(
  `${loaded.length} screens of the dashboard, the heaviest ${heaviest.screen}: ${(heaviest.js / 1024).toFixed(1)} kB`,
);
report('budgets', findings);
