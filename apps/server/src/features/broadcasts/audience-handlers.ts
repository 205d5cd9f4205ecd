import type { CheckAudienceBody } from '@parley/contract/types';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LinkChecker } from '../media/public.ts';
import { checkAudience, listAudience } from './audience/audience-check.ts';
import { findLinkProblems, findLinks, type LinkProblem } from './audience/header-links.ts';

/** Checks of an audience before a broadcast exists. */
export function audienceHandlers(platform: Platform, checkLinks: LinkChecker): Handlers {
  const { withTenant } = platform.db;
  const readOnly = { readOnly: true };
  return {
    'POST /api/campaigns/audience': async ({ actor }, { body }) => {
      const { clientId } = actor;
      const [check, found] = await withTenant(
        clientId,
        async (tx) =>
          [await checkAudience(tx, actor, body), await findLinks(tx, messageOf(body), testOf(body))] as const,
        readOnly,
      );
      const problems = await findLinkProblems(checkLinks, clientId, found).catch(unlessTooMany);
      const links = problems.map(({ link: { key, variant }, msg }) => ({ key, msg, ...(variant && { variant }) }));
      return { status: 200, body: { ...check, links } };
    },
    'POST /api/campaigns/audience/people': async ({ actor }, { body }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, (tx) => listAudience(tx, actor, body), readOnly) },
    }),
  };
}

const messageOf = ({ template_id = null, variables }: CheckAudienceBody) => ({ template_id, variables });
const testOf = ({ ab_test: test = null }: CheckAudienceBody) =>
  test === null ? null : { template_id: test.template_id ?? null, variables: test.variables };

/** The count is answered all the same; the start looks again. */
function unlessTooMany(error: unknown): LinkProblem[] {
  if (error instanceof AppError && error.code === 'too_many_requests') return [];
  throw error;
}
