import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MemberCall, TeamDependencies } from '../team/public.ts';
import type { Slice } from './member-query.ts';
import { invalidSyntax } from './scim-error.ts';
import type { UsedToken } from './token-repo.ts';

/** A call of an identity provider with a token of an account. */
export type ScimCall = {
  platform: Platform;
  team: TeamDependencies;
  token: UsedToken;
  /** The same as the team’s commands know callers: it may do what an Admin may. */
  member: MemberCall;
  request: FastifyRequest;
  reply: FastifyReply;
  /** `https://…/scim/v2` */
  base: string;
};

export function reading<T>({ platform, token }: ScimCall, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return platform.db.withTenant(token.client_id, work, { readOnly: true });
}

export function writing<T>({ platform, token }: ScimCall, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return platform.db.withTenant(token.client_id, work);
}

/** A parameter of the address, whatever its case. */
export function queryOf({ request }: ScimCall, name: string): string | undefined {
  const found = Object.entries(request.query as Record<string, unknown>).find(([key]) => key.toLowerCase() === name);
  return found === undefined ? undefined : [found[1]].flat().map(String).join(',');
}

export const idOf = ({ request }: ScimCall): string => (request.params as { id: string }).id;

/** `startIndex` and `count`. @throws ScimError */
export function sliceOf(call: ScimCall, most: number): Slice & { startIndex: number } {
  const startIndex = Math.max(1, numberOf(call, 'startindex') ?? 1);
  const limit = Math.min(most, Math.max(0, numberOf(call, 'count') ?? most));
  return { startIndex, offset: startIndex - 1, limit };
}

function numberOf(call: ScimCall, name: string): number | undefined {
  const text = queryOf(call, name);
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw invalidSyntax(`${name} is no number.`);
  return Number(text);
}

export function listResponse(totalResults: number, startIndex: number, resources: readonly object[]): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

const always = new Set(['id', 'schemas', 'meta']);

/** A resource with the attributes that `attributes` and `excludedAttributes` leave of it, by their first parts. */
export function chosen(call: ScimCall, resource: object): object {
  const wanted = namesOf(queryOf(call, 'attributes'));
  const unwanted = namesOf(queryOf(call, 'excludedattributes'));
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      return always.has(key) || ((wanted.size === 0 || wanted.has(key)) && !unwanted.has(key));
    }),
  );
}

function namesOf(text: string | undefined): Set<string> {
  const names = (text ?? '').slice(0, 2_000).split(',');
  return new Set(
    names
      .map(
        (name) =>
          name
            .trim()
            .toLowerCase()
            .replace(/^urn:.*:/, '')
            .split('.')[0] ?? '',
      )
      .filter(Boolean),
  );
}
