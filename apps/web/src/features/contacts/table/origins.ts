import type { Contact } from '@parley/contract/types';

/** Where contacts come from, in the order of a choice. */
export const contactOriginNames: readonly Contact['origin'][] = [
  'WEBHOOK',
  'IMPORT',
  'WEB_APP',
  'API',
  'ANDROID_APP',
  'IOS_APP',
];
