import { ScimError } from './scim-error.ts';

/** `emails[type eq "work"].value`, in lower case: names of attributes have no case. */
export type AttributePath = { attribute: string; filter: string | null; sub: string | null };

const urn = /^urn:[^[\]\s"]*:/i;
const shape = /^([a-z$][\w$-]*)(?:\[([^\]]{1,300})\])?(?:\.([a-z$][\w$-]*))?$/i;

/** https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2; null: no path */
export function parsePath(text: string): AttributePath | null {
  const [, attribute, filter, sub] = shape.exec(text.trim().replace(urn, '')) ?? [];
  if (attribute === undefined) return null;
  return { attribute: attribute.toLowerCase(), filter: filter ?? null, sub: sub?.toLowerCase() ?? null };
}

/** @throws ScimError invalidPath */
export function pathOf(text: string): AttributePath {
  const path = parsePath(text);
  if (path === null) throw new ScimError(400, `${text.slice(0, 100)} is no path of an attribute.`, 'invalidPath');
  return path;
}

/** `name.givenname` of a path; what a filter chooses is left out. */
export const nameOf = ({ attribute, sub }: AttributePath): string => (sub === null ? attribute : `${attribute}.${sub}`);
