import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { languages } from '@parley/contract/languages';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  installableApp,
  namedBreakpoints,
  packageList,
  pdfFiles,
  routeList,
  separateGallery,
} from './build-plugins.ts';
import { firstScreenFile, preloadForFirstScreens } from './first-screens.ts';
import { flowTexts } from './flow-texts.ts';
import { languageTexts, longWords } from './language-texts.ts';
import { compiledMessages } from './message-texts.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const server = 'http://127.0.0.1:3000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Named, because tests of the whole project run from its root. */
const linguiConfig = { configPath: here('lingui.config.ts') };

/**
 * Few chunks instead of one per shared module: code of every page, code of the first screens. Each group includes the
 * icons and helpers of its modules; everything else stays with the screens that import it.
 */
const chunkGroups = [
  {
    name: 'base',
    priority: 4,
    // What makes icons is on every page: in the chunk of one screen it brought that chunk along. The form-leaving guard is
    // loaded with the forms, the hook of the canvas's store with the canvas.
    test: /node_modules\/(?:(react|react-dom|scheduler|use-sync-external-store|@lingui\/(core|react)|@tanstack\/(history|store|react-store|router-core|react-router))\/(?!.*(?:useBlocker|with-selector))|@tabler\/icons-react\/dist\/esm\/(?:createReactComponent|defaultAttributes)\.)/,
  },
  {
    name: firstScreenFile(here('src')),
    priority: 3,
    test: /\/src\/(platform|app|ui)\/.*\.tsx?$/,
  },
  {
    // The inbox in one file: its parts are small and say the same things.
    name: firstScreenFile(here('src')),
    priority: 2,
    test: /\/src\/features\/inbox\/.*\.tsx?$/,
  },
];

const translated = languages.filter((one) => one !== 'en');

export default defineConfig(({ mode, command }) => {
  const gallery = mode === 'gallery';
  const folder = gallery ? 'assets/gallery' : 'assets';
  // The first file names some hundred others: seven characters of a hash (42 bits) tell their versions apart as well as eight.
  const names = {
    entryFileNames: `${folder}/[name]-[hash:7].js`,
    chunkFileNames: `${folder}/[name]-[hash:7].js`,
    assetFileNames: `${folder}/[name]-[hash:7][extname]`,
  };
  return {
    root: here('.'),
    define: { __PARLEY_VERSION__: JSON.stringify(version) },
    plugins: [
      languageTexts(here('src/locales'), [...translated, ...(gallery ? [longWords] : [])]),
      flowTexts(here('../server/src/locales'), here('../../packages/contract/src'), translated),
      react(),
      babel({
        presets: [
          // Babel runs the last preset first. Elsewhere Lingui compiles messages when they are shown.
          ...(command === 'build' ? [compiledMessages(compileMessageOrThrow)] : []),
          linguiTransformerBabelPreset(
            { linguiConfig: getConfig(linguiConfig), descriptorFields: command === 'build' ? 'message' : 'all' },
            linguiConfig,
          ),
        ],
      }),
      ...(gallery ? [] : [routeList, packageList, pdfFiles, installableApp, separateGallery()]),
    ],
    resolve: {
      // React has the hook itself since 18; the router's shim for older versions is not needed.
      alias: [
        { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ],
    },
    css: { postcss: { plugins: [namedBreakpoints] } },
    build: {
      target: 'es2023',
      // The CSP has no `data:` for fonts and none for scripts: every asset is a file of its own.
      assetsInlineLimit: 0,
      assetsDir: folder,
      copyPublicDir: !gallery,
      // Named for the size report and the bundle test.
      manifest: !gallery,
      chunkSizeWarningLimit: gallery ? 2000 : 500,
      modulePreload: { polyfill: false, resolveDependencies: preloadForFirstScreens },
      rolldownOptions: {
        output: { ...names, ...(gallery ? {} : { codeSplitting: { groups: chunkGroups } }) },
        input: here(gallery ? 'gallery.html' : 'index.html'),
      },
    },
    server: {
      proxy: {
        '/api': { target: server, ws: true },
        '/config.json': server,
        '/exports': server,
        '/media': server,
        '/simulator': server,
        '/hooks': server,
        '/webhooks': server,
      },
    },
  };
});
