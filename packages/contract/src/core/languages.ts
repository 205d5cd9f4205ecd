/** Languages of the interface, the server's emails and its errors; tags of BCP 47. */
export const languages = ['en', 'es', 'pt-BR', 'de', 'ar', 'hi'] as const;
export type Language = (typeof languages)[number];

/** The first of some BCP 47 tags that is a language of Parley, also by its language alone (`es-MX` → es); else English. */
export function languageAmong(tags: readonly string[]): Language {
  for (const tag of tags) {
    const base = tag.split('-')[0]?.toLowerCase();
    const found =
      languages.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      languages.find((language) => language.split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return 'en';
}
