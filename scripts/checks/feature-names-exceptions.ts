/** Words of features beside the names of their folders. */
export const featureNouns: readonly string[] = ['campaign', 'conversation', 'invitation', 'simulator', 'thread'];

/** Names of features, in the singular, that are words of the platform too; with what they mean there. */
export const commonWords: Readonly<Record<string, string>> = {
  preview: 'also of templates, files and what is about to be done',
  account: 'the business that owns rows: every table and call has one',
  identity: 'who calls',
  import: 'a statement of JavaScript',
  notification: 'a wake-up between parts of the server, and what a browser shows',
  operation: 'what a call does, and what a feature brings to start, backup and restore',
  report: 'to tell what happened',
  setting: 'of the server, of PostgreSQL, of a browser',
  sync: 'writing a file to disk',
};

/** `file: word` of `platform` and `ui` with a word of a feature, and what it means there. The list may only fall. */
export const namedFeatures: Readonly<Record<string, string>> = {
  'apps/server/src/platform/auth/actor.ts: contact': 'a permission of Users, as the API has it',
  'apps/server/src/platform/auth/api-key.ts: channel': 'rows that a caller is restricted to',
  'apps/server/src/platform/auth/api-key.ts: contact': 'a permission of Users, as the API has it',
  'apps/server/src/platform/auth/authenticate.ts: channel': 'rows that a caller is restricted to',
  'apps/server/src/platform/auth/authenticate.ts: contact': 'a permission of Users, as the API has it',
  'apps/server/src/platform/auth/repo.ts: channel': 'rows that a caller is restricted to',
  'apps/server/src/platform/auth/repo.ts: contact': 'a column of the account, read with the caller',
  'apps/server/src/platform/config.ts: media': 'settings are validated together, before there is a feature',
  'apps/server/src/platform/config.ts: sandbox': 'settings are validated together, before there is a feature',
  'apps/server/src/platform/db/migration-files.ts: broadcast': 'the name of a migration with a corrected text',
  'apps/server/src/platform/errors.ts: media': 'a media type of HTTP',
  'apps/server/src/platform/http/routing.ts: contact': 'a permission of Users, as the API has it',
  'apps/server/src/platform/http/server.ts: media': 'a media type of HTTP',
  'apps/server/src/platform/http/web-app.ts: media': 'a directive of the content security policy',
  'apps/server/src/platform/http/web-app.ts: template': 'an element of HTML',
  'apps/server/src/platform/http/signed-call.ts: webhook': 'signatures of the Standard Webhooks convention',
  'apps/server/src/platform/outbound/sign-webhook.ts: webhook': 'headers of the Standard Webhooks convention',
  'apps/web/src/platform/client-events.ts: thread': 'a field of bug reports, as the API has it',
  'apps/web/src/platform/country-choices.ts: ai': 'the code of Anguilla',
  'apps/web/src/platform/removed-from-account.ts: invitation': 'the page of users without an account',
  'apps/web/src/platform/theme-choice.ts: media': 'a media query',
  'apps/web/src/platform/upload.ts: media': 'the route of the API that takes a file',
  'apps/web/src/platform/use-now.ts: channel': 'a clock of the API that differs from ours',
  'apps/web/src/ui/layer/side-panel.tsx: media': 'a media query',
  'apps/web/src/ui/table/data-table.tsx: media': 'a media query',
  'apps/web/src/ui/use-media.ts: media': 'a media query',
};
