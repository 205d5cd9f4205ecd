import type { StepOf } from './flow.ts';

/* What the server sets itself, or what would change how the call is read. */
const reserved = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'idempotency-key', 'keep-alive', 'proxy-authorization', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade'],
]);

/** What keeps an address from being called. */
export function callProblems({ url, headers, body, save, sample }: StepOf<'call_url'>): string[] {
  const named = headers.map(({ name }) => name.toLowerCase());
  return [
    urlProblem(url),
    headers.every(({ name }) => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) ? null : 'A header has no valid name.',
    named.some((name) => reserved.has(name))
      ? `The header ${named.find((name) => reserved.has(name))} can’t be set.`
      : null,
    new Set(named).size < named.length ? 'Two headers have the same name.' : null,
    isJson(body) ? null : 'The body is not JSON. Put variables in quotes: "{{NAME}}".',
    isJson(sample) ? null : 'The sample answer is not JSON.',
    savedProblem(save),
  ].filter((msg) => msg !== null);
}

/** Scheme, host and port of an address whose path and query may contain variables; null when it is none. */
export function originOfCall(url: string): string | null {
  const [, origin = ''] = /^(https?:\/\/[^/?#]*)/i.exec(url) ?? [];
  if (origin === '' || origin.includes('{{') || !URL.canParse(origin)) return null;
  return new URL(origin).origin;
}

function urlProblem(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return 'Enter an address that begins with https://.';
  if (/^https?:\/\/[^/?#]*\{\{/i.test(url)) return 'The host of the address can’t be a variable.';
  return originOfCall(url) === null ? 'This is not an address.' : null;
}

/** Values of a JSON text that become variables. */
export function savedProblem(save: StepOf<'call_url'>['save']): string | null {
  return save.every(({ path, name }) => path !== '' && name !== '') ? null : 'Name every saved value and its path.';
}

export function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
