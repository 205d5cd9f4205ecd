import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const src = '<rootDir>/src';
/** The check extracts into a copy, so that the tree stays as it is while tests read it. */
const locales = process.env['LINGUI_LOCALES'] ?? `${src}/locales`;
/** Pages for developers: their texts are not in the app. */
const galleries = `${src}/**/*.gallery.tsx`;
const english = formatter({ lineNumbers: false });
const other = formatter({ origins: false });
/**
 * One catalogue per feature and one for everything else, so that features do not share a file. They are for
 * translators and reviews: the build takes the texts from the code. `npm run format` updates them.
 */
export default defineConfig({
  sourceLocale: 'en',
  // A folder makes a language; it is offered once it is complete.
  locales: readdirSync(join(import.meta.dirname, 'src', 'locales')),
  catalogs: [
    {
      path: `${locales}/{locale}/frame`,
      include: [`${src}/app`, `${src}/platform`, `${src}/ui`],
      exclude: [galleries],
    },
    { path: `${locales}/{locale}/{name}`, include: [`${src}/features/{name}/`], exclude: [galleries] },
  ],
  // No line numbers: moving code must not change a catalogue, or extraction would never leave a clean tree. Where a text
  // is used stands in the English one.
  format: {
    ...english,
    serialize: (catalog, context) => (context.locale === 'en' ? english : other).serialize(catalog, context),
  },
});
