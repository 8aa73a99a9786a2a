// Weighs what a first visit to each route loads, by the build's manifest, and fails above budgets.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report, root } from './files.mjs';

const { routes } = JSON.parse(readFileSync(join(root, 'budgets.json'), 'utf8'));

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

function measure({ app, entry, with: routeModules }) {
  const dist = join(root, 'dist', app);
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const keys = [entry, ...routeModules].flatMap((key) => [...closure(manifest, key)]);
  const chunks = [...new Set(keys)].map((key) => manifest[key]);
  const total = (files) => [...new Set(files)].reduce((sum, file) => sum + weight(join(dist, file)), 0);
  return {
    js: total(chunks.map((chunk) => chunk.file)),
    css: total(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
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
report('budgets', findings);
