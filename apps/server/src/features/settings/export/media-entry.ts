/** Where the archive has a file of messages. */
export function mediaEntryName(fileId: string, mimeType: string): string {
  const [, subtype] = /^\w+\/([a-z0-9]+)$/.exec(mimeType) ?? [];
  return `media/${fileId}${subtype === undefined ? '' : `.${subtype}`}`;
}
