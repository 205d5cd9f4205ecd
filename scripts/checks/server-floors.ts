/**
 * Features of the server from the lowest floor to the highest. A feature imports and reads those below it, never one
 * beside or above it; `platform` is below them all.
 */
export const serverFloors: readonly (readonly string[])[] = [
  ['identity', 'sync'],
  ['accounts'],
  ['media', 'team'],
  ['contacts'],
  ['channels', 'previews'],
  ['templates'],
  ['messaging'],
  ['ai', 'calls', 'imports', 'inbox', 'ratings'],
  ['ingest', 'reports'],
  ['broadcasts', 'compose', 'feedback', 'history'],
  ['settings'],
  ['notifications', 'scim'],
  ['webhooks'],
  ['automations', 'duplicates'],
  ['answering'],
  ['privacy'],
  ['assistants', 'graph', 'operations'],
];
