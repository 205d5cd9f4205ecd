import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const src = '<rootDir>/src';
/** Pages for developers: their words never reach the app. */
const galleries = `${src}/**/*.gallery.tsx`;
/** What comes after the first screen (palette, menus): its words come with it. */
const rest = `${src}/app/rest`;
/** Parts of screens off the first path; their words come with the screens that use them. */
const parts = ['fields', 'layer', 'table'].map((name) => `${src}/ui/${name}`);
/** What an open conversation is made of: an empty inbox does without. */
const thread = [
  'anchored-list',
  'attachment-tray',
  'author-line',
  'bubble',
  'bubble-content',
  'closed-composer',
  'compact-conversation',
  'composer',
  'composer-tabs',
  'composer-tools',
  'connected-contact-panel',
  'connected-notices',
  'contact-panel',
  'conversation',
  'conversation-header',
  'conversation-timeline',
  'copy-number',
  'empty-view',
  'media-content',
  'media-file',
  'media-viewer',
  'missing-thread',
  'notice',
  'quote',
  'sound-player',
  'template-content',
  'voice-bar',
  'notice-line',
  'waiting-bubble',
  'waiting-media',
]
  .map((name) => `${src}/features/inbox/components/${name}.tsx`)
  .concat(`${src}/features/inbox/use-file-words.ts`, `${src}/features/inbox/notes`, `${src}/features/inbox/pdf`);

/**
 * One catalogue per feature, one for the frame and some for what is loaded later, so that a page loads the words it needs
 * and features do not meet in one file. `npx lingui extract --clean` (from apps/web) keeps them; it must leave nothing to
 * commit.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: `${src}/locales/{locale}/frame`,
      include: [`${src}/app`, `${src}/platform`, `${src}/ui`],
      exclude: [galleries, rest, ...parts],
    },
    { path: `${src}/locales/{locale}/rest`, include: [rest] },
    { path: `${src}/locales/{locale}/parts`, include: parts, exclude: [galleries] },
    { path: `${src}/locales/{locale}/thread`, include: thread },
    {
      path: `${src}/locales/{locale}/{name}`,
      include: [`${src}/features/{name}/`],
      exclude: [galleries, ...thread],
    },
    { path: `${src}/locales/{locale}/gallery`, include: [`${src}/gallery`, galleries] },
  ],
  // No line numbers: moving code must not change a catalogue, or extraction would never leave a clean tree.
  format: formatter({ lineNumbers: false }),
});
