import { deviceStorage } from '../../../platform/storage.ts';

/** The last sign-in method used on this device; a provider by its id. */
export type SignInMethod = 'password' | 'email_code' | 'email_link' | 'passkey' | `provider:${string}`;

const key = 'parley:last-method';

/** Holds a method, no personal data: it stays after sign-out, when it helps most. */
export function rememberMethod(method: SignInMethod): void {
  deviceStorage.set(key, method);
}

export function lastMethod(): string | null {
  return deviceStorage.get(key);
}
