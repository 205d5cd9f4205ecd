/** A text field of unparsed content; empty when it is not a text. */
export function readText(content: unknown, field: string): string {
  if (typeof content !== 'object' || content === null || !(field in content)) return '';
  const value = (content as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : '';
}
