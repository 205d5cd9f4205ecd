import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { routeTable } from './src/app/route-table.ts';
import { type Breakpoint, breakpoints } from './src/ui/breakpoints.ts';

/** Writes out `@media (--below-md)` and `@media (--from-xl)` from the one table of breakpoints. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media(rule: { params: string }) {
      rule.params = rule.params.replace(/\(--(below|from)-(\w+)\)/g, (_, side: string, name: string) => {
        const width = breakpoints[name as Breakpoint];
        if (!width) throw new Error(`There is no breakpoint ${name}.`);
        return side === 'below' ? `(width < ${width})` : `(width >= ${width})`;
      });
    },
  },
};

/** The server answers 200 to these addresses and 404 to all others: one list, read from the build. */
export const routeList: Plugin = {
  name: 'route-list',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(Object.keys(routeTable)) });
  },
};

/** Lists the packages in each file, for the check of a screen's size. */
export const packageList: Plugin = {
  name: 'package-list',
  apply: 'build',
  generateBundle(_options, bundle) {
    const packages = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const names = chunk.moduleIds.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);
      return [[chunk.fileName, [...new Set(names.filter((name) => name !== undefined))].sort()]];
    });
    const source = JSON.stringify(Object.fromEntries(packages), null, 2);
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source });
  },
};

/** Files that the PDF library loads while rendering: fonts that a PDF names without embedding them, and the like. */
export const pdfFiles: Plugin = {
  name: 'pdf-files',
  apply: 'build',
  generateBundle() {
    const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
    const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      // No programs but the two decoders that run without a permission to compile.
      const files = readdirSync(join(library, folder)).filter((name) => !/quickjs|\.wasm$/i.test(name));
      for (const name of files) {
        const source = readFileSync(join(library, folder, name));
        this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${folder}/${name}`, source });
      }
    }
  },
};

/**
 * Builds the gallery on its own after the app: sharing a build it would decide how the app's files are cut, and screens
 * would load parts of it.
 */
export function separateGallery(): Plugin {
  let outDir = '';
  return {
    name: 'separate-gallery',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      await build({
        configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
        mode: 'gallery',
        logLevel: 'warn',
        build: { outDir, emptyOutDir: false },
      });
    },
  };
}

/** The manifest of the installed app; the colors are `--bg` of both themes. */
const webManifest = {
  id: '/',
  name: 'Parley',
  short_name: 'Parley',
  description: 'A shared WhatsApp inbox for business teams, on a server of your own.',
  start_url: '/inbox',
  scope: '/',
  display: 'standalone' as const,
  background_color: '#f5f5f3',
  theme_color: '#f5f5f3',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  // The service worker answers it: src/service-worker/share.ts.
  share_target: {
    action: '/share',
    method: 'POST' as const,
    enctype: 'multipart/form-data' as const,
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'application/*', 'text/*'] }],
    },
  },
  shortcuts: [
    { name: 'Inbox', url: '/inbox' },
    { name: 'Compose', url: '/compose' },
  ],
};

/**
 * The service worker and the manifest of the installable app. Pages are never precached: each has its own nonce.
 * Further scripts of Inter are cached on first use.
 */
export const installableApp = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: false,
  manifest: webManifest,
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    // Of the texts in other languages than English a browser needs those of one, which it keeps when it has loaded them.
    globIgnores: ['assets/_virtual_texts-*'],
    globPatterns: ['assets/*.{js,css}', 'assets/inter-latin-wght-*.woff2', 'early.js', 'icon.svg'],
  },
});
