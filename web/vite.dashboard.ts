import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { app } from './vite.shared.ts';

export default defineConfig(
  app('dashboard', './admin.html', {
    plugins: [react()],
    // The icon and what else stands beside the pages is the storefront's, at one host with it.
    publicDir: false,
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What every screen starts with, as one file: it compresses better and changes rarely.
            groups: [
              {
                name: 'vendor',
                test: /vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|openapi-fetch|@tanstack\/(?:react-query|query-core|react-router|router-core|history|react-store|store))\//,
              },
              // What all screens look like, as one sheet before theirs; with it, what they all ask of the API.
              {
                name: 'base',
                test: /src\/(?:api\/|dashboard\/styles\/index\.css|(?:ui|dashboard\/(?:parts|recipe(?!\/rich-text)))\/.*\.module\.css)/,
              },
            ],
          },
        },
      },
    },
  }),
);
