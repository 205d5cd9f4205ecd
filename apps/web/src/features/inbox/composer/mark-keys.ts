/** Marks of WhatsApp around a part of a text. */
export type FormatMark = 'bold' | 'italic' | 'strike' | 'mono';

/** The mark of a key that was pressed with Ctrl or Cmd; null for others. */
export function markOfKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}): FormatMark | null {
  if (event.ctrlKey === event.metaKey || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (event.shiftKey) return key === 'x' ? 'strike' : null;
  return key === 'b' ? 'bold' : key === 'i' ? 'italic' : key === 'e' ? 'mono' : null;
}
