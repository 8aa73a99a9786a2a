// One place for how messages are compiled: the build, the tests and `npm run i18n` share it.
/** @type {import('@inlang/paraglide-js').CompilerOptions} */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './src/i18n/paraglide.gen',
  outputStructure: 'message-modules',
  // The address decides the language; the app reads it once at start (src/i18n/locale.ts).
  strategy: ['globalVariable', 'baseLocale'],
  // No rendering on a server: the gateway writes the pages.
  isServer: 'false',
  disableAsyncLocalStorage: true,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
};
