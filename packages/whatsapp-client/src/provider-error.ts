import { isObject, type JsonObject, readName, readNumber, readObject } from './fields.ts';

/** An error as WhatsApp sends it, in a response or a webhook; every part may be missing. */
export type ProviderError = {
  code: number | null;
  subcode: number | null;
  title: string | null;
  message: string | null;
  details: string | null;
  userTitle: string | null;
  userMessage: string | null;
  isTransient: boolean;
  href: string | null;
  fbtraceId: string | null;
};

/** Longest stored text of an error: it is shown and logged, never needed whole. */
const MAX_TEXT = 2_000;

/**
 * Reads one error in either of its shapes: `{error: {…}}` of a response, or the bare object in a webhook's `errors`.
 * @returns null when the value is neither
 */
export function parseErrorEnvelope(value: unknown): ProviderError | null {
  if (!isObject(value)) return null;
  const error = readObject(value, 'error') ?? value;
  const code = readCode(error, 'code');
  const message = readName(error, 'message', MAX_TEXT);
  const title = readName(error, 'title', MAX_TEXT);
  if (code === null && message === null && title === null) return null;
  return {
    code,
    subcode: readCode(error, 'error_subcode'),
    title: title ?? titleInMessage(message),
    message,
    details: readDetails(error),
    userTitle: readName(error, 'error_user_title', MAX_TEXT),
    userMessage: readName(error, 'error_user_msg', MAX_TEXT),
    isTransient: error.is_transient === true,
    href: readName(error, 'href', MAX_TEXT),
    fbtraceId: readName(error, 'fbtrace_id', 255),
  };
}

/** Reads a webhook's `errors` list; invalid elements are left out. */
export function parseErrorList(list: readonly unknown[]): ProviderError[] {
  return list.map(parseErrorEnvelope).filter((error) => error !== null);
}

function readCode(parent: JsonObject, key: string): number | null {
  const code = readNumber(parent, key);
  return code !== null && Number.isSafeInteger(code) ? code : null;
}

/** `error_data` is documented as an object with `details` but may also be a plain string. */
function readDetails(error: JsonObject): string | null {
  const data = error.error_data;
  if (isObject(data)) return readName(data, 'details', MAX_TEXT);
  return readName(error, 'error_data', MAX_TEXT);
}

/** In responses the title follows the code: `(#131030) Recipient …`. */
function titleInMessage(message: string | null): string | null {
  return message === null ? null : message.replace(/^\(#\d+\)\s*/, '');
}
