import { findApplicationAccess, markApplicationUsed } from '../features/assistants/public.ts';
import { findApiKey, markApiKeyUsed } from '../features/settings/public.ts';
import { findSessionAccess } from '../features/team/public.ts';
import { type Auth, createAuth as createPlatformAuth } from '../platform/auth/authenticate.ts';
import type { Platform } from '../platform/platform.ts';

export type { Auth };

/** The authentication as the app puts it together. */
export function createAuth(platform: Platform): Promise<Auth> {
  return createPlatformAuth(platform, {
    findSessionAccess,
    findApiKey,
    markApiKeyUsed,
    findApplication: findApplicationAccess,
    markApplicationUsed,
  });
}
