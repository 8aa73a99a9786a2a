// Everything that keeps the web app right, in one command. Runs all steps, then says how many passed.
import { spawnSync } from 'node:child_process';
import { root } from './files.mjs';

const bin = (name, ...args) => [`node_modules/.bin/${name}`, args];
const script = (name, ...args) => [process.execPath, [`scripts/${name}.mjs`, ...args]];

const steps = [
  ['messages compile', script('compile-messages')],
  ['generated types match the API', script('gen-api', '--check')],
  ['API document matches the gateway', script('check-openapi-drift')],
  ['types', bin('tsc', '--build')],
  ['lint and format', bin('biome', 'check', '.')],
  ['import boundaries', bin('depcruise', 'src', '--config', '.dependency-cruiser.cjs')],
  ['unused code', bin('knip')],
  ['logical CSS', script('check-logical-css')],
  ['CSS modules', script('check-css-modules')],
  ['colour tokens', script('check-tokens')],
  ['messages', script('check-messages')],
  ['unit and component tests', bin('vitest', 'run')],
  ['build: storefront', bin('vite', 'build', '--config', 'vite.storefront.ts')],
  ['build: dashboard', bin('vite', 'build', '--config', 'vite.dashboard.ts')],
  ['budgets', script('check-budgets')],
  ['oldest browsers', script('check-browsers')],
];

let failed = 0;
for (const [name, [command, args]] of steps) {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0) failed += 1;
  const skipped = /^skipped: .*/m.exec(stdout)?.[0];
  const told = status === 0 ? skipped : `${stdout}${stderr}`.trimEnd();
  if (told) console.log(told);
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
