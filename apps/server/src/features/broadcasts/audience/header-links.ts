import type { FieldError } from '@parley/contract/errors';
import { isFileValue, uploadedFileId } from '@parley/contract/template-fill';
import type { AbVariant } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { LinkChecker, LinkedFile } from '../../media/public.ts';
import type { CampaignRow } from '../core/repo.ts';
import { type SourcedVariable, sourcedVariables } from '../core/variables.ts';
import { findTemplateSnapshot } from './audience.ts';

/** A file that every recipient, or each without a value, gets from the same address. */
export type CampaignLink = LinkedFile & { key: string; variant?: AbVariant };

type Message = Pick<CampaignRow, 'template_id' | 'variables'>;

/** The files of a broadcast that are named by their addresses, of both variants. */
export async function findLinks(tx: TenantTx, row: Message, test: Message | null): Promise<CampaignLink[]> {
  const ofA = sourcedVariables(await findTemplateSnapshot(tx, row.template_id), row.variables);
  const ofB =
    test === null ? [] : sourcedVariables(await findTemplateSnapshot(tx, test.template_id), test.variables, 'B');
  return [...ofA, ...ofB].flatMap(linksOf);
}

function linksOf({ variable: { kind, key }, source, variant }: SourcedVariable): CampaignLink[] {
  if (source === undefined || (kind !== 'image' && kind !== 'video' && kind !== 'document')) return [];
  const texts = ['value' in source ? source.value.trim() : '', source.fallback?.trim() ?? ''];
  // What differs from recipient to recipient is not looked at.
  const urls = texts.filter(
    (text) => isFileValue(text) && uploadedFileId(text) === null && variablesIn(text).length === 0,
  );
  return urls.map((url) => ({ kind, url, key, ...(variant !== undefined && { variant }) }));
}

export type LinkProblem = { link: CampaignLink; msg: string };

/** Outside of a transaction: other servers answer when they want. @throws AppError too_many_requests */
export async function findLinkProblems(
  check: LinkChecker,
  clientId: string,
  links: readonly CampaignLink[],
): Promise<LinkProblem[]> {
  const problems = links.length === 0 ? [] : await check(clientId, links);
  return links.flatMap((link, at) => {
    const msg = problems[at] ?? null;
    return msg === null ? [] : [{ link, msg }];
  });
}

/** By field of the broadcast's row. */
export function asFieldError({ link: { key, variant }, msg }: LinkProblem): FieldError {
  return variant === 'B'
    ? { field: `ab_test.variables.${key}`, msg: `Variant B: ${msg}` }
    : { field: `variables.${key}`, msg };
}
