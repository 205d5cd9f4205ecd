import { tabStorage } from './storage.ts';

const key = 'parley:hello';

/** This tab has just joined an account: the first page says hello. @param name of the account */
export function noteHello(name: string): void {
  tabStorage.set(key, name);
}

/** The name of the account that was just joined, until the hello was seen. */
export function helloOf(): string | null {
  return tabStorage.get(key);
}

export function forgetHello(): void {
  tabStorage.remove(key);
}
