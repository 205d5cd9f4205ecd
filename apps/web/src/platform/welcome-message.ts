import { tabStorage } from './storage.ts';

const key = 'parley:hello';

/** This tab has just joined an account: the first page shows the welcome message. @param name of the account */
export function saveWelcomeMessage(name: string): void {
  tabStorage.set(key, name);
}

/** The name of the account that was just joined, until the welcome message was seen. */
export function getWelcomeMessage(): string | null {
  return tabStorage.get(key);
}

export function clearWelcomeMessage(): void {
  tabStorage.remove(key);
}
