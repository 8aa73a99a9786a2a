import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { paraglideOptions } from './scripts/paraglide-options.mjs';
import { precompress } from './scripts/precompress.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shop = process.env.SOUK_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [paraglideVitePlugin(paraglideOptions), tailwindcss(), react(), precompress()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { storefront: here('./index.html'), dashboard: here('./admin.html') },
    },
  },
  server: {
    // Development only: the pages come from Vite, the data from a running shop.
    proxy: Object.fromEntries(
      ['/web/api', '/web/public', '/public/utilis', '/dashboard/api', '/media'].map((path) => [
        path,
        { target: shop, changeOrigin: true },
      ]),
    ),
  },
});
