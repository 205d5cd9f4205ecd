import { deviceStorage } from '../../platform/storage.ts';

/** How somebody signed in on this device; a provider by its id. */
export type SignInMethod = 'password' | 'email_code' | 'email_link' | `provider:${string}`;

const key = 'parley:last-method';

/** Names a way, no person: it stays when somebody signs out, and is the hint most needed then. */
export function rememberMethod(method: SignInMethod): void {
  deviceStorage.set(key, method);
}

export function lastMethod(): string | null {
  return deviceStorage.get(key);
}
