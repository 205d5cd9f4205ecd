import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LinkChecker } from '../media/public.ts';
import { visibilityOf } from '../team/public.ts';
import { asFieldError, findLinkProblems, findLinks } from './audience/header-links.ts';
import { getVisibleCampaign } from './campaigns/campaigns.ts';
import { presentCampaign } from './campaigns/present.ts';
import type { CampaignRow } from './core/repo.ts';
import { chooseWinner } from './sending/choose.ts';
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  sendRest,
  startCampaign,
} from './sending/commands.ts';
import { endSeries } from './sending/series.ts';

type Command = (tx: TenantTx, actor: AccountActor, id: string) => Promise<CampaignRow>;

/** Commands: start, pause, resume, cancel, retry. */
export function commandHandlers(platform: Platform, checkLinks: LinkChecker): Handlers {
  const run = async (actor: AccountActor, id: string, command: Command) => {
    const row = await platform.db.withTenant(actor.clientId, (tx) => command(tx, actor, id));
    platform.notifier.notify('changes_new', actor.clientId);
    platform.notifier.notify('campaigns', actor.clientId);
    platform.notifier.notify('triggers', `${actor.clientId}/${row.channel_id}`);
    notifyJobs(platform);
    return { status: 200 as const, body: visibilityOf(actor).campaign(presentCampaign(row)) };
  };
  const lookAtLinks = async (actor: AccountActor, id: string) => {
    const links = await platform.db.withTenant(
      actor.clientId,
      async (tx) => {
        const row = await getVisibleCampaign(tx, actor, id);
        return row.state === 'DRAFT' ? findLinks(tx, row, row.ab_test) : [];
      },
      { readOnly: true },
    );
    return (await findLinkProblems(checkLinks, actor.clientId, links)).map(asFieldError);
  };
  return {
    'POST /api/campaigns/{id}/start': async ({ actor }, { params: { id } }) => {
      const found = await lookAtLinks(actor, id);
      return run(actor, id, (tx, who, campaign) => startCampaign(tx, who, campaign, platform.publicUrl(), found));
    },
    'POST /api/campaigns/{id}/pause': ({ actor }, { params: { id } }) => run(actor, id, pauseCampaign),
    'POST /api/campaigns/{id}/resume': ({ actor }, { params: { id }, body }) =>
      run(actor, id, (tx, who, campaign) => resumeCampaign(tx, who, campaign, body.budget)),
    'POST /api/campaigns/{id}/send-rest': ({ actor }, { params: { id } }) => run(actor, id, sendRest),
    'POST /api/campaigns/{id}/winner': ({ actor }, { params: { id }, body }) =>
      run(actor, id, (tx, who, campaign) => chooseWinner(tx, who, campaign, body.variant)),
    'POST /api/campaigns/{id}/cancel': ({ actor }, { params: { id } }) => run(actor, id, cancelCampaign),
    'POST /api/campaigns/{id}/end': ({ actor }, { params: { id } }) => run(actor, id, endSeries),
    'POST /api/campaigns/{id}/retry': ({ actor }, { params: { id }, body }) =>
      run(actor, id, (tx, who, campaign) => retryCampaign(tx, who, campaign, body)),
  };
}
