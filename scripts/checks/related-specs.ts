import { basename } from 'node:path';
import type { SourceFile } from './project-files.ts';

const feature = /^apps\/(?:server|web)\/src\/features\/([\w-]+)\//;
/** What the running product is made of. */
const product =
  /^(?:apps\/(?:server\/(?:src|migrations)|web\/(?:src|index\.html))|packages\/[\w-]+\/src)\/(?!.*\.test\.)/;
const support = /^e2e\/support\/(?!.*\.test\.)/;

/** Words under which specs know a feature whose own name they do not use. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  accounts: ['business', 'settings', 'setup'],
  assistants: ['integrations', 'recipes'],
  broadcasts: ['compose'],
  duplicates: ['contacts'],
  graph: ['cloud-api'],
  identity: ['login', 'sign-in', 'passkeys', 'second-factor', 'join', 'setup'],
  imports: ['contacts'],
  ingest: ['inbox', 'media', 'message', 'sandbox'],
  media: ['inbox', 'pdf'],
  messaging: ['inbox', 'message', 'notes', 'compose', 'broadcast'],
  notifications: ['push', 'inbox'],
  operations: ['setup'],
  previews: ['inbox'],
  privacy: ['contacts'],
  settings: ['audit', 'api', 'account', 'personal', 'business'],
  sync: ['shell', 'inbox', 'offline'],
  webhooks: ['integrations', 'incoming'],
};

/**
 * The browser tests that a change reaches: those whose file's name or addresses name the feature that changed, all of them
 * when what all features stand on has changed.
 * @param specs all files of browser tests
 */
export function findRelatedSpecs(specs: readonly SourceFile[], changed: readonly string[]): string[] {
  const isEverywhere = changed.some((path) => support.test(path) || (product.test(path) && !feature.test(path)));
  if (isEverywhere) return specs.map(({ path }) => path);
  const words = changed
    .filter((path) => product.test(path))
    .flatMap((path) => feature.exec(path)?.[1] ?? [])
    .flatMap((name) => [name, name.replace(/s$/, ''), ...(otherWords[name] ?? [])]);
  return specs
    .filter(({ path, text }) => changed.includes(path) || words.some((word) => names(path, text, word)))
    .map(({ path }) => path);
}

function names(path: string, text: string, word: string): boolean {
  return new RegExp(`\\b${word}s?\\b`).test(basename(path)) || new RegExp(`url\\}/${word}\\b`).test(text);
}
