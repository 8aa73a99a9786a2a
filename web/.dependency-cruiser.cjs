/** Import boundaries (house.md, "Web"): domain, lib, api, i18n, theme -> ui -> features -> routes -> main. */
const base = '^src/(domain|lib|api|i18n|theme)/';
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '\\.test\\.', '^src/(storefront|dashboard)/main\\.tsx$'],
      },
      to: {},
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(?!domain/)', pathNot: '\\.json$' },
    },
    {
      name: 'base-below-ui',
      severity: 'error',
      from: { path: base },
      to: { path: '^src/(ui|storefront|dashboard)/' },
    },
    {
      name: 'ui-below-apps',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(storefront|dashboard|api)/' },
    },
    {
      name: 'apps-apart',
      severity: 'error',
      from: { path: '^src/(storefront|dashboard)/' },
      to: { path: '^src/(storefront|dashboard)/', pathNot: '^src/$1/' },
    },
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: '^src/(storefront|dashboard)/features/([^/]+)/' },
      to: { path: '^src/$1/features/', pathNot: '^src/$1/features/$2/' },
    },
    {
      name: 'recipe-below-features',
      severity: 'error',
      from: { path: '^src/dashboard/recipe/' },
      to: { path: '^src/dashboard/(features|shell)/' },
    },
    {
      name: 'features-below-routes',
      severity: 'error',
      from: { path: '^src/(storefront|dashboard)/features/' },
      to: { path: '^src/$1/(routes/|main)' },
    },
    {
      name: 'light-storefront',
      severity: 'error',
      from: { path: '^src/(storefront|ui/native)/' },
      to: {
        path: '^src/ui/(rich|form|data-table)/|node_modules/(radix-ui|sonner|cmdk|react-hook-form|lucide-react)/',
      },
    },
    {
      name: 'editor-in-one-place',
      comment: 'It is heavy: one file, which forms load later, knows which library writes texts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dashboard/recipe/rich-text/writer\\.ts$' },
      to: { path: 'node_modules/(@tiptap|prosemirror-[a-z]+)/' },
    },
    {
      name: 'tests-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '^src/(dashboard/)?testing/|node_modules/(vitest|@testing-library|msw|jsdom)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    exclude: { path: 'paraglide\\.gen' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default'] },
  },
};
