// Writes a .br and a .gz sibling for each text asset, so that the gateway sends bytes and compresses nothing.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|txt)$/;
const MINIMUM_BYTES = 512;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < MINIMUM_BYTES) return;
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  await Promise.all([
    brotli(bytes, quality).then((out) => writeFile(`${file}.br`, out)),
    deflate(bytes, { level: 9 }).then((out) => writeFile(`${file}.gz`, out)),
  ]);
}

/** @returns {import('vite').Plugin} */
export function precompress() {
  let outDir = 'dist';
  return {
    name: 'souk:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
    },
  };
}
