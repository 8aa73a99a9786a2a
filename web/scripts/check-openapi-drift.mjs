// The checked-in OpenAPI document is the one that the gateway describes itself with. A gateway that SOUK_GATEWAY_BIN
// names (`./souk test` does) has to be there; by hand, without a build, there is nothing to compare with.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const committed = new URL('../openapi/gateway.json', import.meta.url);
const named = process.env.SOUK_GATEWAY_BIN;
const binary = named ?? new URL('../../target/debug/souk-gateway', import.meta.url).pathname;

if (!existsSync(binary)) {
  const missing = `no gateway at ${binary}: build it with \`cargo build --bin souk-gateway\``;
  console.log(named ? missing : `skipped: ${missing}`);
  process.exit(named ? 1 : 0);
}
const described = execFileSync(binary, ['openapi'], { encoding: 'utf8', maxBuffer: 64 << 20 });
const same =
  JSON.stringify(JSON.parse(described)) === JSON.stringify(JSON.parse(readFileSync(committed, 'utf8')));
if (!same) {
  console.error(
    'openapi/gateway.json is not what the gateway describes: run `souk-gateway openapi > web/openapi/gateway.json`',
  );
  process.exit(1);
}
