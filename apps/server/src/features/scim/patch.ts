import { type AttributePath, pathOf } from './attribute-path.ts';
import { invalidSyntax } from './scim-error.ts';

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One attribute that a call sets, extends or removes. */
export type Assignment = { op: 'add' | 'remove' | 'replace'; path: AttributePath; value: unknown };

const mostOperations = 1_000;

/**
 * The attributes of a whole resource. Properties may be paths themselves (`name.givenName`), as Entra ID writes them.
 * @throws ScimError
 */
export function assignmentsOf(body: unknown, op: Assignment['op'] = 'replace'): Assignment[] {
  if (!isFields(body)) throw invalidSyntax('Send a JSON object.');
  return Object.entries(body)
    .filter(([name]) => !/^(?:schemas|id|meta)$/i.test(name))
    .map(([name, value]) => ({ op, path: pathOf(name), value }));
}

/**
 * The operations of a PATCH, in their order. Names have no case: Entra ID writes `Replace`.
 * https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 * @throws ScimError
 */
export function readPatch(body: unknown): Assignment[] {
  const operations = isFields(body) ? fieldOf(body, 'operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0) throw invalidSyntax('Send Operations, a list.');
  if (operations.length > mostOperations) throw invalidSyntax(`Send at most ${mostOperations} operations.`);
  return operations.flatMap((given: unknown) => {
    const operation = isFields(given) ? given : {};
    const op = opOf(fieldOf(operation, 'op'));
    const [path, value] = [fieldOf(operation, 'path'), fieldOf(operation, 'value')];
    if (typeof path === 'string' && path !== '') return [{ op, path: pathOf(path), value }];
    if (op === 'remove') throw invalidSyntax('An operation that removes needs a path.');
    return assignmentsOf(value, op);
  });
}

/** A property whatever its case. */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];
}

function opOf(given: unknown): Assignment['op'] {
  const op = typeof given === 'string' ? given.toLowerCase() : '';
  if (op === 'add' || op === 'remove' || op === 'replace') return op;
  throw invalidSyntax('The op of an operation is add, remove or replace.');
}
