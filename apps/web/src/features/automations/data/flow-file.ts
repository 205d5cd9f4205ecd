import { fieldsNeeded } from '@parley/contract/flow-fields';
import { type ReferenceKind, referencesOf } from '@parley/contract/flow-references';
import { cutName } from '@parley/contract/names';
import type { Automation, Flow } from '@parley/contract/types';
import { saveBlob } from '../../../platform/download.ts';

const format = 'parley-automation-1';
/** Of an automation's name, characters. */
export const mostNameLength = 80;

/** What an account has, by kind: a flow names it by ids, which say nothing in another account. */
export type AccountNames = Record<ReferenceKind, readonly { id: string; name: string }[]>;

export function exportFlow({ name, flow }: Pick<Automation, 'name' | 'flow'>, account: AccountNames): void {
  const named = referencesOf(flow).flatMap(({ kind, id }) => account[kind].find((one) => one.id === id) ?? []);
  const names = Object.fromEntries(named.map((one) => [one.id, one.name]));
  const text = JSON.stringify({ format, name, flow, names }, null, 2);
  saveBlob(new Blob([text], { type: 'application/json' }), `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);
}

export type FlowFile = { name: string; flow: Flow; names: Readonly<Record<string, unknown>> };

/** What is wrong with a file: how it is no JSON, no automation at all, or what its parts lack. */
export type FileProblem =
  | { kind: 'json'; words: string }
  | { kind: 'other' }
  | { kind: 'parts'; parts: { where: string; words: string }[] };

export async function readFlowFile(text: string): Promise<FlowFile | FileProblem> {
  let read: { format?: unknown; name?: unknown; flow?: unknown; names?: unknown } | null;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { kind: 'json', words: error instanceof Error ? error.message : '' };
  }
  if (read?.format !== format) return { kind: 'other' };
  // The library that checks schemas is large, and only files need it.
  const { flowShape } = await import('@parley/contract/flow-shape');
  const shape = flowShape(read.flow);
  if ('parts' in shape) return { kind: 'parts', parts: shape.parts };
  const { name, names } = read;
  const known = typeof names === 'object' && names !== null ? (names as Record<string, unknown>) : {};
  return { name: typeof name === 'string' ? cutName(name, mostNameLength) : '', flow: shape.flow, names: known };
}

/** The id of a custom field is its name. */
export type Missing = { kind: ReferenceKind | 'field'; id: string; name: string | null; choice: string };

/**
 * What a file names and the account lacks, each once; the one of the same name is its choice.
 * @param fields names of the account's custom fields
 */
export function missingIn({ flow, names }: FlowFile, account: AccountNames, fields: readonly string[]): Missing[] {
  const missing = new Map<string, Missing>();
  for (const { kind, id } of referencesOf(flow)) {
    if (account[kind].some((one) => one.id === id)) continue;
    const name = typeof names[id] === 'string' ? names[id] : null;
    const choice = account[kind].find((one) => one.name === name)?.id ?? '';
    missing.set(`${kind} ${id}`, { kind, id, name, choice });
  }
  for (const name of fieldsNeeded(flow)) {
    if (!fields.includes(name)) missing.set(`field ${name}`, { kind: 'field', id: name, name, choice: '' });
  }
  return [...missing.values()];
}
