/** Of an import of help texts. `characters` of a text: as many as a draft sends of it. */
export const helpTextImportLimits = {
  texts: 500,
  characters: 2_000,
  pageBytes: 512 * 1024,
  fileBytes: 10 * 1024 * 1024,
} as const;
