const MB = 1024 * 1024;

const sounds = ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'];
const office = 'application/vnd.openxmlformats-officedocument';
const documents = [
  ...['application/pdf', 'text/plain', 'application/msword', 'application/vnd.ms-excel'],
  ...['application/vnd.ms-powerpoint', `${office}.wordprocessingml.document`],
  ...[`${office}.spreadsheetml.sheet`, `${office}.presentationml.presentation`],
];

/** The types of each kind of media, and its maximum size in bytes. */
const kinds: Readonly<Record<string, { types: readonly string[]; most: number }>> = {
  audio: { types: sounds, most: 16 * MB },
  document: { types: documents, most: 100 * MB },
  gif: { types: ['video/mp4'], most: 3.5 * MB },
  image: { types: ['image/jpeg', 'image/png'], most: 5 * MB },
  sticker: { types: ['image/webp'], most: 500 * 1024 },
  video: { types: ['video/mp4', 'video/3gpp'], most: 16 * MB },
};

/** Names under which a message has a file. */
export const mediaKinds: readonly string[] = Object.keys(kinds);

/** A type without its parameters, in lower case. */
export const baseOf = (mimeType: string) => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

/** Maximum size of an upload of this type, bytes; null for unsupported types. */
export function uploadLimit(mimeType: string): number | null {
  const type = baseOf(mimeType);
  const fitting = Object.entries(kinds).filter(([kind, { types }]) => kind !== 'gif' && types.includes(type));
  return fitting[0]?.[1].most ?? null;
}

/** Maximum size of a file of this type in such a message, bytes; null when the kind does not support the type. */
export function kindLimit(kind: string, mimeType: string): number | null {
  const found = kinds[kind];
  return found?.types.includes(baseOf(mimeType)) ? found.most : null;
}

/** The types that a kind supports, for an error message. */
export function typesOf(kind: string): string {
  return kinds[kind]?.types.join(', ') ?? '';
}
