// Compiles messages/ into src/i18n/paraglide.gen without starting a build; also the tests' global set-up.
import { compile } from '@inlang/paraglide-js';
import { paraglideOptions } from './paraglide-options.mjs';

export async function setup() {
  await compile(paraglideOptions);
}

if (process.argv[1] === import.meta.filename) await setup();
