import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import type { BroadcastStart } from '../../contacts/public.ts';
import { useAccountPhase, useRow, useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { BroadcastsSubPanel } from '../components/broadcasts-sub-panel.tsx';
import { BroadcastEditor } from '../components/editor/broadcast-editor.tsx';
import { DraftGone } from '../components/editor/draft-gone.tsx';
import { useCampaign } from '../data/campaign-queries.ts';
import { defaultChannel } from '../data/editor/default-channel.ts';
import { defaultName, newDraft } from '../data/editor/draft.ts';
import { readLocalDraft } from '../data/editor/local-draft.ts';
import { useDay } from '../data/editor/use-editor-text.ts';

/** `/broadcast`: the editor in five steps; `?id=` is the draft, `?step=` the open step. */
export function BroadcastPage() {
  return (
    <LiveScope>
      <RequirePermission right="broadcasts.use">
        <BroadcastsSubPanel current="create" />
        <Named />
      </RequirePermission>
    </LiveScope>
  );
}

/** A draft has its id before it is saved, so that its URL can change with the first edit. */
function Named() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const named = typeof search['id'] === 'string' ? search['id'] : undefined;
  const start = useLocation({ select: ({ state }) => state.broadcastStart });
  const [fresh, setFresh] = useState(() => ({ id: uuidv7(), used: false }));
  if (named === fresh.id && !fresh.used) setFresh({ ...fresh, used: true });
  if (named === undefined && fresh.used) setFresh({ id: uuidv7(), used: false });
  const id = named ?? fresh.id;
  return <Opened key={id} id={id} isNamed={named !== undefined} start={start} />;
}

type OpenedProps = {
  id: string;
  isNamed: boolean;
  /** How a new one begins. */
  start: BroadcastStart | undefined;
};

function Opened({ id, isNamed, start }: OpenedProps) {
  const { t } = useLingui();
  const phase = useAccountPhase();
  const channels = useRows('channels').filter(({ kind }) => kind === 'WHATSAPP');
  // Unsaved local changes are opened, whatever the server has.
  const [kept] = useState(() => readLocalDraft(id));
  // A new draft is read from the server only after it was saved.
  const [isNew] = useState(!isNamed || (kept !== null && kept.base === null));
  const isInFeed = useRow('campaigns', id) !== undefined;
  const read = useCampaign(id, !isNew || isInFeed);
  const defaultChoice = channels.find((channel) => channel.id === start?.channel_id) ?? defaultChannel(channels);
  if (defaultChoice === undefined) {
    if (phase !== 'ready') return <Plain>{<Skeleton shape="text" label={t`Reading`} />}</Plain>;
    return (
      <Plain>
        <NoChannel />
      </Plain>
    );
  }
  const isKnown = isNew || read.campaign !== undefined || (kept !== null && read.error !== null);
  if (isKnown) return <Ready {...{ id, isNamed, start, defaultChoice, channels, read }} />;
  if (read.isGone) return <Plain>{<DraftGone />}</Plain>;
  if (read.error !== null) {
    return (
      <Plain>
        <ProblemState title={t`Couldn’t load this draft`} error={read.error} onRetry={read.retry} />
      </Plain>
    );
  }
  return <Plain>{<Skeleton shape="text" label={t`Reading`} />}</Plain>;
}

type ReadyProps = OpenedProps & {
  defaultChoice: Channel;
  channels: readonly Channel[];
  read: ReturnType<typeof useCampaign>;
};

function Ready({ id, isNamed, start, defaultChoice, channels, read }: ReadyProps) {
  const { t } = useLingui();
  const day = useDay();
  const what = t`Broadcast`;
  const [fresh] = useState(() => ({
    ...newDraft(defaultName(what, day(Date.now())), defaultChoice),
    ...partsOf(start),
  }));
  return <BroadcastEditor id={id} read={read} fresh={fresh} isNamed={isNamed} channels={channels} />;
}

function partsOf({ channel_id: _channel, ...parts }: Partial<BroadcastStart> = {}) {
  return parts;
}

function Plain({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Page label={t`Broadcast`}>
      <PageBar title={t`Broadcast`} start={<SubPanelButton label={t`Broadcast pages`} />} />
      <PageBody padded>{children}</PageBody>
    </Page>
  );
}

function NoChannel() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No number to send from yet`}
      actions={
        <>
          <Link to="/channels/add" className={buttonClass({ variant: 'filled' })}>{t`Connect a number`}</Link>
          <Link to="/sandbox" className={buttonClass()}>{t`Try it in the sandbox`}</Link>
        </>
      }
    >
      <p>{t`A broadcast sends one template to many contacts from your WhatsApp number.`}</p>
    </EmptyState>
  );
}
