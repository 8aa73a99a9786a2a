// Source files under a folder of web/, for the checks.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {{ path: string, lines: string[] }[]} */
export function sources(folder, pattern) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('.gen'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file), lines: readFileSync(file, 'utf8').split('\n') }));
}

/** Prints what a rule forbids and ends the process with 1 if there is any. */
export function report(rule, findings) {
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(`${rule}: ${findings.length} finding(s)`);
    process.exit(1);
  }
}
