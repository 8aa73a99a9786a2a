// Compiles messages/ into src/i18n/paraglide.gen without starting a build, unless it has been; also the tests' global set-up.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './files.mjs';

const MARK = join(root, 'node_modules/.cache/messages-compiled');
// The compiler's version and ours of how it is called count too.
const SOURCES = [
  ...readdirSync(join(root, 'messages'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `messages/${name}`,
  ),
  'project.inlang/settings.json',
  'scripts/paraglide-options.mjs',
  'package-lock.json',
];

function digest() {
  const total = createHash('sha256');
  for (const name of SOURCES.filter((name) => /\.\w+$/.test(name)).sort()) {
    total.update(name).update(readFileSync(join(root, name)));
  }
  return total.digest('hex');
}

function isCompiled() {
  const isThere = existsSync(join(root, 'src/i18n/paraglide.gen/messages.js'));
  return isThere && existsSync(MARK) && readFileSync(MARK, 'utf8') === digest();
}

/** In a process of its own: the compiler leaves handles open that would keep a test run from ending. */
export function setup() {
  if (isCompiled()) return;
  execFileSync(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === import.meta.filename) {
  if (!isCompiled()) {
    const wanted = digest();
    // Loaded only where there is something to do: the compiler is large.
    const { compile } = await import('@inlang/paraglide-js');
    const { paraglideOptions } = await import('./paraglide-options.mjs');
    await compile(paraglideOptions);
    mkdirSync(dirname(MARK), { recursive: true });
    writeFileSync(MARK, wanted);
  }
  process.exit(0);
}
