import { type KeyValue, readJson } from '../../../platform/storage.ts';

/**
 * A sign-in with a provider (OAuth with PKCE). Only the tab that started it holds the verifier, so only it can finish.
 */
export type ProviderFlow = {
  purpose: 'sign-in' | 'link';
  provider: string;
  verifier: string;
  /** Where the user wanted to go. */
  next?: string;
  /** The token of an invitation, which allows signing up where sign-up is closed. */
  invitation?: string;
};

const key = 'parley:provider-flow';

export type ProviderFlows = ReturnType<typeof providerFlows>;

/** Stores the flow of a tab; a new one replaces it. */
export function providerFlows(tab: KeyValue) {
  return {
    keep: (flow: ProviderFlow): void => tab.set(key, JSON.stringify(flow)),
    /** The flow this tab started, or null. */
    read(): ProviderFlow | null {
      const value = readJson(tab.get(key)) as Partial<Record<keyof ProviderFlow, unknown>> | null;
      if (typeof value?.provider !== 'string' || typeof value.verifier !== 'string') return null;
      return {
        purpose: value.purpose === 'link' ? 'link' : 'sign-in',
        provider: value.provider,
        verifier: value.verifier,
        ...(typeof value.next === 'string' && { next: value.next }),
        ...(typeof value.invitation === 'string' && { invitation: value.invitation }),
      };
    },
    forget: (): void => tab.remove(key),
  };
}

/** The browser provides no digests on this page: it was loaded over plain HTTP from another machine. */
export class InsecurePageError extends Error {
  constructor() {
    super('This page needs https for that.');
    this.name = 'InsecurePageError';
  }
}

/** 256 random bits, base64url. */
export function newVerifier(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** base64url SHA-256 of a verifier. @throws InsecurePageError */
export async function challengeOf(verifier: string): Promise<string> {
  // Typed as always present, but missing in insecure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) throw new InsecurePageError();
  return base64Url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
