import type { InputOf, OutputOf, RouteKey } from '@parley/contract';
import type { Scope } from '@parley/contract/types';
import type { z } from 'zod';

/**
 * Calls the API with the key of the assistant: scopes, limits, the log of requests and the audit log apply as to any
 * program.
 * @throws RefusedCall when the API refuses
 */
export type CallApi = <K extends RouteKey>(route: K, input: InputOf<K>) => Promise<OutputOf<K>>;

/** A refused call, with the API's own words. */
export class RefusedCall extends Error {}

export type Tool = {
  name: string;
  title: string;
  /** What it does, for the model that chooses among tools. */
  description: string;
  /** The tool is offered to keys with all of them. */
  scopes: readonly Scope[];
  /** Changes nothing. */
  readOnly: boolean;
  input: z.ZodType;
  run(api: CallApi, input: unknown): Promise<object>;
};

type Typed<S extends z.ZodType> = Omit<Tool, 'input' | 'run'> & {
  input: S;
  run(api: CallApi, input: z.output<S>): Promise<object>;
};

/** Types `run` by the schema of its input, which has checked it by then. */
export function defineTool<S extends z.ZodType>(tool: Typed<S>): Tool {
  return { ...tool, run: (api, input) => tool.run(api, input as z.output<S>) };
}
