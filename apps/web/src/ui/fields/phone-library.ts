export type PhoneLibrary = typeof import('./phone-number.ts');

let loaded: PhoneLibrary | null = null;

/** The phone library, null until loaded. */
export function phoneLibrary(): PhoneLibrary | null {
  return loaded;
}

/** Loads the library once for all fields. @throws when it cannot be loaded, as without a network */
export async function loadPhoneLibrary(): Promise<PhoneLibrary> {
  loaded ??= await import('./phone-number.ts');
  return loaded;
}
