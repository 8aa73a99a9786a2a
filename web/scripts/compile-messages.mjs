// Compiles messages/ into src/i18n/paraglide.gen without starting a build.
import { compile } from '@inlang/paraglide-js';
import { paraglideOptions } from './paraglide-options.mjs';

await compile(paraglideOptions);
