/// <reference types="vite-plugin-pwa/client" />
/** The version of the product, from its package. */
declare const __PARLEY_VERSION__: string;
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
