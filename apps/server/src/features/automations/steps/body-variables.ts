import type { FlowTrigger } from '@parley/contract/types';
import { AppError } from '../../../platform/errors.ts';
import { readValue } from '../../../platform/json-values.ts';

type Saved = ReadonlyArray<{ path: string; name: string }>;

const longest = 4_096;

/**
 * Values of a JSON text as variables; what is not there is left out.
 * @throws AppError when the text is not JSON, or a path leads to more than one value
 */
export function variablesFrom(save: Saved, text: string, msg: string): Record<string, string> {
  if (save.length === 0) return {};
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: msg });
  }
  return Object.fromEntries(
    save.flatMap(({ path, name }) => {
      const value = readValue(read, path);
      return value === null ? [] : [[name, value.slice(0, longest)]];
    }),
  );
}

/** The variables of a call of an incoming webhook; a path to more than one value brings none. */
export function savedFrom(
  { save, sample }: Extract<FlowTrigger, { kind: 'incoming_webhook' }>,
  body = sample,
): Record<string, string> {
  const one = (saved: Saved[number]) => {
    try {
      return variablesFrom([saved], body, 'The body is not JSON.');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {};
    }
  };
  return Object.assign({}, ...save.map(one)) as Record<string, string>;
}
