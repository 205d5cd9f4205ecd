/*
 * Who may import whom. Feature names appear only in the floors of the server: other rules capture the importer's feature
 * and compare.
 * TypeScript 7 has no compiler API, so the parser is swc; without it dependency-cruiser sees no file and finds no fault.
 * Every rule has a planted violation in scripts/checks/import-violations.ts that must be found.
 */

// Tests and their helpers stand beside the code and may look at more than the code may.
const testCode = [
  '(^|[./])(test|fixture|spec)\\.tsx?$',
  '^packages/[^/]+/bench\\.ts$',
  '^apps/server/src/testing/',
  '/src/testing/',
  '^packages/[^/]+/test/',
];
const anyFeature = '^apps/(server|web)/src/features/([^/]+)/';

// One imports those below it, never one beside or above it.
const { serverFloors } = require('./scripts/checks/server-floors.ts');
const serverFeature = (names) => `^apps/server/src/features/(${names.join('|')})/`;

/** Folders of a feature too large for one, of which each may import only those before it. */
const foldersInOrder = (feature, folders) =>
  folders.slice(0, -1).map((folder, at) => ({
    name: 'folders-import-downwards',
    comment: `In ${feature} the order is ${folders.join(', ')}: each folder imports only those before it.`,
    severity: 'error',
    from: { path: `^apps/${feature}/${folder}/`, pathNot: testCode },
    to: { path: `^apps/${feature}/(${folders.slice(at + 1).join('|')})/` },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'web-never-server',
      comment: 'The web app reaches the server through the public API only.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'web-only-contract',
      comment: 'Of our packages the web app knows the contract; the others hold server code.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(packages/(?!contract/)|e2e/|bench/|scripts/)' },
    },
    {
      name: 'server-only-contract-and-client',
      comment: 'The server knows the contract and the WhatsApp client.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: testCode },
      to: { path: '^(packages/(?!(contract|whatsapp-client|whatsapp-simulator)/)|apps/web/|e2e/|bench/|scripts/)' },
    },
    {
      name: 'simulator-only-where-it-is-started',
      comment: 'One adapter in the channels feature starts the simulator; tests, benches and scripts may too.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [
          '^packages/whatsapp-simulator/',
          '^apps/server/src/features/channels/(simulator\\.ts$|sandbox/)',
          ...testCode,
        ],
      },
      to: { path: '^packages/whatsapp-simulator/' },
    },
    {
      name: 'client-and-simulator-apart',
      comment: 'They share fixtures, never code, so that one misreading cannot agree with itself.',
      severity: 'error',
      from: { path: '^packages/whatsapp-(client|simulator)/' },
      to: { path: '^packages/whatsapp-(client|simulator)/', pathNot: '^packages/whatsapp-$1/' },
    },
    {
      name: 'fixtures-are-data',
      comment: 'Fixtures stand below both sides of the wire.',
      severity: 'error',
      from: { path: '^packages/whatsapp-fixtures/' },
      to: { path: '^(apps/|packages/(?!whatsapp-fixtures/))' },
    },
    {
      name: 'contract-is-pure',
      comment:
        'Server, browser and tools read the contract: the schema library, in one file the phone library, and nothing else.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: testCode },
      to: { pathNot: ['^packages/contract/src/', 'node_modules/(zod|libphonenumber-js)/'] },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'Platform code serves every feature and names none.',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/platform/', pathNot: testCode },
      to: { path: '^apps/$1/src/(features/|app/|(app|operations)\\.ts$|entrypoints/|ui/)' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'Primitives know neither features nor where data comes from.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: testCode },
      to: { path: '^apps/web/src/(features/|app/|platform/(api|http|query|session|browser-session)\\.tsx?$)' },
    },
    {
      name: 'features-know-no-app',
      comment: 'The app puts features together, not the other way round.',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/features/', pathNot: testCode },
      to: { path: '^apps/$1/src/(app/|(app|operations)\\.ts$|entrypoints/|main\\.tsx$)' },
    },
    {
      name: 'feature-through-public',
      comment:
        'One feature sees of another only its public.ts, or a public-<part>.ts where a first screen must not carry the rest.',
      severity: 'error',
      from: { path: anyFeature, pathNot: testCode },
      to: {
        path: '^apps/$1/src/features/',
        pathNot: [
          '^apps/$1/src/features/$2/',
          '^apps/$1/src/features/[^/]+/public\\.tsx?$',
          '^apps/$1/src/features/[^/]+/public-[a-z]+\\.tsx?$',
        ],
      },
    },
    ...serverFloors.map((floor, index) => ({
      name: 'server-features-import-downwards',
      comment: 'So no two features import each other, and what a low floor does never depends on a high one.',
      severity: 'error',
      from: { path: serverFeature(floor), pathNot: testCode },
      to: { path: serverFeature(serverFloors.slice(index).flat()), pathNot: '^apps/server/src/features/$1/' },
    })),
    ...foldersInOrder('server/src/features/messaging', ['threads', 'state', 'send', 'dispatch']),
    ...foldersInOrder('server/src/features/contacts', ['query', 'segments', 'fields', 'lists', 'people', 'bulk']),
    ...foldersInOrder('server/src/features/automations', ['words', 'facts', 'steps', 'start', 'turns']),
    ...foldersInOrder('server/src/features/broadcasts', [
      ...['core', 'files', 'ab-test', 'campaigns', 'recipients', 'links', 'conversions', 'costs', 'audience', 'chart'],
      ...['snapshot', 'sending'],
    ]),
    ...foldersInOrder('web/src/features/inbox', [
      ...['emoji', 'labels', 'bubble', 'viewer', 'composer', 'notes', 'change', 'thread', 'list', 'panel'],
      ...['pages', 'samples'],
    ]),
    ...foldersInOrder('server/src/features/ingest', ['raw', 'normalize', 'apply']),
    {
      name: 'app-through-public',
      comment:
        'From outside the features only public.ts is seen; screens.ts on the web, where public.ts gives parts to other features that the start must not carry; feature.ts on the server, the manifest that the app puts into its list.',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/', pathNot: [anyFeature, ...testCode] },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/[^/]+/(public|screens|feature)\\.tsx?$' },
    },
    {
      name: 'nobody-imports-an-entrypoint',
      comment: 'An entrypoint starts a process as it is loaded.',
      severity: 'error',
      from: {},
      to: {
        path: '^(apps/server/src/entrypoints/|packages/whatsapp-simulator/src/main\\.ts$|apps/web/src/main\\.tsx$)',
      },
    },
    {
      name: 'system-role-in-one-module',
      comment: 'The role that sees every account is made in one place; who asks for it is named by its type.',
      severity: 'error',
      from: { pathNot: ['^apps/server/src/platform/db/database\\.ts$'] },
      to: { path: '^apps/server/src/platform/db/system-db\\.ts$' },
    },
    {
      name: 'features-hold-no-connection',
      comment: 'A feature gets a transaction; pools and connections are the platform’s.',
      severity: 'error',
      from: {
        path: '^apps/server/src/features/',
        // Receiving webhooks keeps one connection of its own for its group commit, and names its type.
        pathNot: ['^apps/server/src/features/ingest/raw/raw-store\\.ts$', ...testCode],
      },
      to: {
        path: ['node_modules/(@types/)?pg/', '^apps/server/src/platform/db/(connection|database|migrate|target)\\.ts$'],
      },
    },
    {
      name: 'rules-do-no-io',
      comment: 'Decisions are functions of what they are given.',
      severity: 'error',
      from: { path: 'rules\\.ts$', pathNot: testCode },
      to: {
        path: [
          '^(node:)?(child_process|dgram|dns|fs|http|http2|https|net|sqlite|tls|worker_threads)(/|$)',
          'repo\\.ts$',
          '^apps/server/src/platform/db/',
        ],
      },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'What ships does not lean on what tests it.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [...testCode, 'vitest\\.config\\.ts$'] },
      to: { path: [...testCode, 'node_modules/(vitest|fast-check|@playwright)/'] },
    },
    {
      name: 'e2e-drives-from-outside',
      comment:
        'Browser tests use the product as people do: through processes, HTTP and files. Foreign services that stand beside it (identity, AI, push, files, a receiver of webhooks, Chatwoot), and files that people send, are no part of it.',
      severity: 'error',
      from: { path: '^e2e/', pathNot: '^e2e/chaos/' },
      to: {
        path: '^apps/server/',
        pathNot:
          '^apps/server/src/testing/(ai-provider|chatwoot|file-server|identity-provider|push-service|recordings|transcriber|webhook-receiver)\\.ts$',
      },
    },
    {
      name: 'declared-packages-only',
      comment: 'A package is used where a package.json says so, and the product starts without dev packages.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [...testCode, '\\.config\\.ts$'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere would be checked by no other rule. The build makes what `virtual:` names.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:(?:flow-texts|pwa-register|texts)$' },
    },
    {
      name: 'web-features-in-one-direction',
      comment:
        'A feature that another one imports does not import it back, not even through a third: the lower one takes what it needs as a prop.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/web/src/features/[^/]+$' },
      to: { path: '^apps/web/src/features/[^/]+$', circular: true },
    },
    { name: 'no-cycles', comment: 'Reading order exists.', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '\\.d\\.m?ts$', '\\.(css|svg|png|woff2?)$'] },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
