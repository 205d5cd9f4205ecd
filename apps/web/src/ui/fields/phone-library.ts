export type PhoneLibrary = typeof import('./phone-number.ts');

let loaded: PhoneLibrary | null = null;

/** The library that knows the world's numbers, null until it has come. */
export function phoneLibrary(): PhoneLibrary | null {
  return loaded;
}

/** Brings the library; it comes once for all fields. @throws when it cannot be had, as without a network */
export async function loadPhoneLibrary(): Promise<PhoneLibrary> {
  loaded ??= await import('./phone-number.ts');
  return loaded;
}
