import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
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
  titlesFromCatalogue,
} from './build-plugins.ts';
import { firstScreenFile, preloadForFirstScreens } from './first-screens.ts';

const server = 'http://127.0.0.1:3000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Named, because tests of the whole project run from its root. */
const linguiConfig = { configPath: here('lingui.config.ts') };

/**
 * Few files instead of one per shared module: what every page runs, the parts of the first screens, the kit's parts. Each group
 * takes the icons and helpers of its modules along; everything else stays with the screens that import it.
 */
const chunkGroups = [
  {
    name: 'base',
    priority: 4,
    // What asks before leaving a form comes with the forms.
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zustand|@lingui\/(core|react)|@tanstack\/(history|store|react-store|router-core|react-router))\/(?!.*useBlocker)/,
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
  {
    name: 'kit',
    priority: 1,
    test: /node_modules\/(@mantine|@floating-ui)\/|src\/ui\/(kit-scope|theme\.ts)/,
  },
];

export default defineConfig(({ mode }) => {
  const gallery = mode === 'gallery';
  return {
    root: here('.'),
    plugins: [
      react(),
      babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
      lingui({ ...linguiConfig, failOnCompileError: true }),
      ...(gallery ? [] : [routeList, titlesFromCatalogue, packageList, pdfFiles, installableApp, separateGallery()]),
    ],
    resolve: {
      // React has the hook itself since 18; the router's stand-in for older ones is dead weight.
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
      assetsDir: gallery ? 'assets/gallery' : 'assets',
      copyPublicDir: !gallery,
      // Named for the size report and the bundle test.
      manifest: !gallery,
      chunkSizeWarningLimit: gallery ? 2000 : 500,
      modulePreload: { polyfill: false, resolveDependencies: preloadForFirstScreens },
      rolldownOptions: {
        output: gallery ? {} : { codeSplitting: { groups: chunkGroups } },
        input: here(gallery ? 'gallery.html' : 'index.html'),
      },
    },
    server: {
      proxy: {
        '/api': { target: server, ws: true },
        '/config.json': server,
        '/media': server,
        '/simulator': server,
        '/webhooks': server,
      },
    },
  };
});
