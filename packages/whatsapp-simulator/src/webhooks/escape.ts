/**
 * JSON as the platform writes it: ASCII only, every other UTF-16 unit as `\uXXXX` with lower-case hex, slashes
 * escaped. The signature covers exactly these bytes, so verifying it over re-serialized JSON fails on the first
 * accent.
 */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[/\u007f-\uffff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
