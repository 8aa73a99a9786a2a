// The checked-in OpenAPI document is the one that the gateway describes itself with (SOUK_GATEWAY_BIN, when built).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const committed = new URL('../openapi/gateway.json', import.meta.url);
const binary =
  process.env.SOUK_GATEWAY_BIN ?? new URL('../../target/debug/souk-gateway', import.meta.url).pathname;

if (!existsSync(binary)) {
  console.log(`openapi: no gateway at ${binary}, its own tests compare the document`);
  process.exit(0);
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
