// Runs the browser tests against a running shop (SOUK_URL, default http://localhost:8080) and says how many passed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const shop = process.env.SOUK_URL ?? 'http://localhost:8080';
const answer = await fetch(shop).catch(() => undefined);
if (!answer?.ok) {
  console.error(`no shop answers at ${shop}: start it with ./souk up, or name it in SOUK_URL`);
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), 'souk-e2e-'));
const report = join(scratch, 'report.json');
const args = ['run', '--config', 'e2e/vitest.config.ts', '--reporter=verbose', '--reporter=json'];
const run = spawnSync(
  'node_modules/.bin/vitest',
  [...args, `--outputFile=${report}`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(run.status ?? 1);
