import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useAccountPhase, useRow, useRows } from '../../sync/public.ts';
import { LiveScope, OnlyWith } from '../../team/public.ts';
import { useCampaign } from '../broadcasts-data.ts';
import { BroadcastsSubPanel } from '../broadcasts-sub-panel.tsx';
import { BroadcastEditor } from './broadcast-editor.tsx';
import { usualChannel } from './broadcast-start.ts';
import { defaultName, freshDraft } from './draft.ts';
import { readKept } from './kept-draft.ts';
import { NoDraftAnyMore } from './no-draft.tsx';
import { useDay } from './use-words.ts';

/** `/broadcast`: a broadcast in five steps; `?id=` names the draft, `?step=` the step that is open. */
export function BroadcastPage() {
  return (
    <LiveScope>
      <OnlyWith right="broadcasts.use">
        <BroadcastsSubPanel current="create" />
        <Named />
      </OnlyWith>
    </LiveScope>
  );
}

/** A draft that is not saved yet has its id already, so that its address can be told with the first change. */
function Named() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const named = typeof search['id'] === 'string' ? search['id'] : undefined;
  const [fresh, setFresh] = useState(() => ({ id: uuidv7(), used: false }));
  if (named === fresh.id && !fresh.used) setFresh({ ...fresh, used: true });
  if (named === undefined && fresh.used) setFresh({ id: uuidv7(), used: false });
  const id = named ?? fresh.id;
  return <Opened key={id} id={id} isNamed={named !== undefined} />;
}

function Opened({ id, isNamed }: { id: string; isNamed: boolean }) {
  const { t } = useLingui();
  const phase = useAccountPhase();
  const channels = useRows('channels').filter(({ kind }) => kind === 'WHATSAPP');
  // What was changed here and the server does not know is gone on with, whatever it knows.
  const [kept] = useState(() => readKept(id));
  // One that begins here is asked for once the server has it.
  const [isNew] = useState(!isNamed || (kept !== null && kept.base === null));
  const isTold = useRow('campaigns', id) !== undefined;
  const read = useCampaign(id, !isNew || isTold);
  const usual = usualChannel(channels);
  if (usual === undefined) {
    if (phase !== 'ready') return <Plain>{<Skeleton shape="text" label={t`Reading`} />}</Plain>;
    return (
      <Plain>
        <NoChannel />
      </Plain>
    );
  }
  const isKnown = isNew || read.campaign !== undefined || (kept !== null && read.error !== null);
  if (isKnown) return <Ready id={id} usual={usual} channels={channels} read={read} isNamed={isNamed} />;
  if (read.isGone) return <Plain>{<NoDraftAnyMore />}</Plain>;
  if (read.error !== null) {
    return (
      <Plain>
        <ProblemState title={t`This draft could not be read`} error={read.error} onRetry={read.retry} />
      </Plain>
    );
  }
  return <Plain>{<Skeleton shape="text" label={t`Reading`} />}</Plain>;
}

type ReadyProps = {
  id: string;
  usual: Channel;
  channels: readonly Channel[];
  read: ReturnType<typeof useCampaign>;
  isNamed: boolean;
};

function Ready({ id, usual, channels, read, isNamed }: ReadyProps) {
  const { t } = useLingui();
  const day = useDay();
  const what = t`Broadcast`;
  const [fresh] = useState(() => freshDraft(defaultName(what, day(Date.now())), usual));
  return <BroadcastEditor id={id} read={read} fresh={fresh} isNamed={isNamed} channels={channels} />;
}

function Plain({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Page label={t`Broadcast`}>
      <PageBar title={t`Broadcast`} start={<SubPanelButton label={t`Pages of broadcasts`} />} />
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
      <p>{t`A broadcast is one template to many people, sent from a WhatsApp number of yours.`}</p>
    </EmptyState>
  );
}
