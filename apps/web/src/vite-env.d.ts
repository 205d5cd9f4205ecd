/// <reference types="vite-plugin-pwa/client" />
/** The version of the product, from its package. */
declare const __PARLEY_VERSION__: string;
/** By language, without English: the texts of the first screens, and all others. */
declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';

  type Texts = () => Promise<{ default: Messages }>;
  const texts: Partial<Record<string, { first: Texts; others: Texts }>>;
  export default texts;
}
/** By language, without English: the server's translations of the problems of a flow, by their English text. */
declare module 'virtual:flow-texts' {
  const texts: Partial<Record<string, () => Promise<{ default: Record<string, string> }>>>;
  export default texts;
}
