// Compiles messages/ into src/i18n/paraglide.gen without starting a build; also the tests' global set-up.
import { execFileSync } from 'node:child_process';
import { compile } from '@inlang/paraglide-js';
import { paraglideOptions } from './paraglide-options.mjs';

/** In a process of its own: the compiler leaves handles open that would keep a test run from ending. */
export function setup() {
  execFileSync(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === import.meta.filename) {
  await compile(paraglideOptions);
  process.exit(0);
}
