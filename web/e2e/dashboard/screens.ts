/** The addresses of all screens, read out of the files that make them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const features = fileURLToPath(new URL('../../src/dashboard/features', import.meta.url));

const addresses = readdirSync(features)
  .map((feature) => join(features, feature, 'route.ts'))
  .filter((file) => existsSync(file))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)])
  .map(([, path = '']) => path);

/** Screens that have one address. */
export const SCREENS = addresses.filter((path) => !path.includes('$')).map((path) => `/admin${path}`);

/** Lists that lead to a screen per row: `/admin/orders`. */
export const LISTS = addresses
  .filter((path) => path.endsWith('/$id'))
  .map((path) => `/admin${path.slice(0, -4)}`);
