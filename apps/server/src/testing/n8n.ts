import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Api } from './world.ts';

/*
 * What n8n gives the nodes of a package, as far as ours use it, after its documentation:
 * https://docs.n8n.io/integrations/creating-nodes/build/reference/
 */

type Fields = Record<string, unknown>;
type Shown = Record<string, readonly unknown[]>;
type Property = { name: string; default: unknown; required?: boolean; displayOptions?: { show: Shown } };
type Methods = Record<string, (this: object) => Promise<unknown>>;
export type N8nNode = {
  description: { name: string; icon: string; properties: Property[]; credentials: { name: string }[] };
  methods?: { loadOptions: Record<string, (this: object) => Promise<{ name: string; value: string }[]>> };
  webhookMethods?: { default: Methods };
  execute?(this: object): Promise<{ json: Fields; pairedItem: { item: number } }[][]>;
  webhook?(this: object): Promise<{ workflowData?: { json: Fields }[][]; noWebhookResponse?: boolean }>;
};

const load = createRequire(import.meta.url);
export const n8nFolder = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'n8n-nodes-parley');

/** What a file of a package exports: the class has the name of the file. */
export function loadN8n<T>(file: string): T {
  const name = /([^/]+)\.(node|credentials)\.js$/.exec(file)?.[1] ?? '';
  const exported = load(join(n8nFolder, file)) as Record<string, new () => T>;
  const Class = exported[name];
  if (Class === undefined) throw new Error(`${file} exports no class ${name}`);
  return new Class();
}

export type N8nCredentials = { baseUrl: string; apiKey: string };

type Request = { method: string; url: string; qs?: Fields; body?: object; headers?: Record<string, string> };

/** `this` of a node with parameters as a user sets them. @param more what differs by function */
export function n8nContext(node: N8nNode, credentials: N8nCredentials, parameters: Fields, more: object = {}): object {
  return {
    getCredentials: async () => credentials,
    getNodeParameter: (name: string) => parameterOf(node, parameters, name),
    getCurrentNodeParameter: (name: string) => parameters[name],
    getNode: () => ({ id: 'node-1', name: node.description.name }),
    getWorkflow: () => ({ id: 'workflow-1', name: 'Answer customers' }),
    helpers: {
      async httpRequestWithAuthentication(_name: string, { method, url, qs = {}, body, headers }: Request) {
        const address = new URL(url);
        for (const [key, value] of Object.entries(qs)) address.searchParams.set(key, String(value));
        const answer = await fetch(address, {
          method,
          headers: {
            authorization: `Bearer ${credentials.apiKey}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { statusCode: answer.status, body: text === '' ? '' : JSON.parse(text) };
      },
      returnJsonArray: (json: Fields) => [json].flat().map((one) => ({ json: one })),
    },
    ...more,
  };
}

/** As n8n: what the description does not show for these parameters does not exist. */
function parameterOf(node: N8nNode, parameters: Fields, name: string): unknown {
  const isShown = ({ displayOptions }: Property) =>
    Object.entries(displayOptions?.show ?? {}).every(([of, values]) => values.includes(parameters[of]));
  const property = node.description.properties.find((one) => one.name === name && isShown(one));
  if (property === undefined) throw new Error(`Could not get parameter ${name}`);
  return parameters[name] ?? property.default;
}

/** A run of an action node. @param more `continueOnFail`, the ids of the run and the round */
export async function runN8n(
  node: N8nNode,
  credentials: N8nCredentials,
  parameters: Fields,
  { execution = crypto.randomUUID() as string, continueOnFail = false, items = 1 } = {},
): Promise<Fields[]> {
  const context = n8nContext(node, credentials, parameters, {
    continueOnFail: () => continueOnFail,
    getExecutionId: () => execution,
    evaluateExpression: () => 0,
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
  });
  const [results = []] = (await node.execute?.call(context)) ?? [];
  return results.map(({ json }) => json);
}

/** Credentials with a new key. */
export async function n8nCredentials(api: Api, baseUrl: string, scopes: readonly string[]): Promise<N8nCredentials> {
  const made = await api('POST /api/api-keys', { body: { name: 'n8n', scopes } as never });
  return { baseUrl, apiKey: (made.body as { key: string }).key };
}
