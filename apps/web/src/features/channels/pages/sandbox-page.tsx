import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Scenario, ScenarioStep } from '@parley/contract/types';
import { IconClockMinus, IconClockPlus, IconLink, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountProvider, startLive, useCurrentAccount } from '../../sync/public.ts';
import { PlayBar } from '../components/sandbox/play-bar.tsx';
import { SandboxConversation } from '../components/sandbox/sandbox-conversation.tsx';
import { ScenarioDrawer } from '../components/sandbox/scenario-drawer.tsx';
import { scenarioIn } from '../data/sandbox/scenario-link.ts';
import { serverMessage } from '../data/sandbox/server-message.ts';
import { copyLink } from '../data/sandbox/share-scenario.ts';
import { type Sandbox, useSandbox } from '../data/sandbox/use-sandbox.ts';
import { usePlay } from '../data/sandbox/use-scenarios.ts';
import styles from './sandbox-page.module.css';

const hourMs = 3_600_000;
const mostSteps = 200;

const commands: Command[] = [
  { id: 'sandbox.play', group: 'page', title: msg`Play or stop the scenario`, keys: 'space', icon: IconPlayerPlay },
  { id: 'sandbox.later', group: 'page', title: msg`Move the clock forward by an hour`, keys: '+', icon: IconClockPlus },
  { id: 'sandbox.earlier', group: 'page', title: msg`Move the clock back by an hour`, keys: '-', icon: IconClockMinus },
];

/**
 * `/sandbox`: the team's side, a simulated customer’s phone and the sandbox controls; `#scenario=` contains a scenario.
 */
export function SandboxPage() {
  const { t } = useLingui();
  const account = useCurrentAccount();
  const sandbox = useSandbox();
  const [linked] = useState(() => scenarioIn(location.hash));
  const [steps, setSteps] = useState<readonly ScenarioStep[]>([]);
  const [chosen, setChosen] = useState('');
  const [open, setOpen] = useState<'scenarios' | 'reset' | null>(linked === null ? null : 'scenarios');
  const { play, start, stop } = usePlay((phoneId) => {
    sandbox.read();
    setChosen((current) => (current === '' || play === null ? phoneId : current));
  }, sandbox.read);
  useEffect(() => startLive(), []);
  const { facts } = sandbox;
  const recorded: Scenario | null =
    steps.length === 0 ? null : { name: t`Sandbox activity`, about: '', steps: [...steps] };
  const current = play?.scenario ?? linked ?? recorded;
  const offset = facts?.channel.clock_offset_ms ?? 0;
  const note = (step: ScenarioStep) => setSteps((current) => [...current, step].slice(-mostSteps));
  const noted = notedSandbox(sandbox, offset, note);
  useCommands(commands, {
    ...(current === null ? {} : { 'sandbox.play': () => (play?.state === 'running' ? stop() : start(current)) }),
    ...(facts === null ? {} : { 'sandbox.later': () => noted.moveClock(offset + hourMs) }),
    ...(facts === null ? {} : { 'sandbox.earlier': () => noted.moveClock(offset - hourMs) }),
  });
  return (
    <Page>
      <PageBar title={t`Sandbox`} note={<NothingLeaves />}>
        {facts !== null && (
          <>
            <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen('scenarios')}>{t`Scenarios`}</Button>
            {current !== null && (
              <Button className={styles.wide ?? ''} onClick={() => void copyLink(current, t)}>
                <IconLink {...smallIcon} />
                {t`Copy link`}
              </Button>
            )}
            <Button aria-haspopup="dialog" aria-label={t`Reset`} onClick={() => setOpen('reset')}>
              <IconRefresh {...smallIcon} />
              <span className={styles.wide}>{t`Reset`}</span>
            </Button>
          </>
        )}
      </PageBar>
      {play !== null && open !== 'scenarios' && <PlayBar play={play} onStop={stop} />}
      {facts === null && sandbox.failure === null && (
        <PageBody padded>
          <Skeleton shape="text" label={t`Starting the sandbox`} />
        </PageBody>
      )}
      {sandbox.failure !== null && (
        <PageBody padded>
          <NoSandbox failure={sandbox.failure} onRetry={sandbox.read} onBeginAnew={() => setOpen('reset')} />
        </PageBody>
      )}
      {facts !== null && sandbox.failure === null && account !== null && (
        <AccountProvider value={account}>
          <SandboxConversation facts={facts} sandbox={noted} chosen={chosen} onChoose={setChosen} onStep={note} />
        </AccountProvider>
      )}
      {open === 'scenarios' && (
        <ScenarioDrawer
          recorded={[...steps]}
          linked={linked}
          play={play}
          onPlay={start}
          onStop={stop}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'reset' && (
        <ResetDialog
          onReset={async () => {
            stop();
            await sandbox.reset();
            setSteps([]);
            setChosen('');
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

/** Phones have no room for it beside the title; the sandbox controls show it there. */
function NothingLeaves() {
  const { t } = useLingui();
  return (
    <span className={styles.wide}>
      <Badge tone="warn">{t`Nothing leaves this machine`}</Badge>
    </span>
  );
}

/** The sandbox, with actions recorded as steps of a scenario. */
function notedSandbox(sandbox: Sandbox, offset: number, note: (step: ScenarioStep) => void): Sandbox {
  return {
    ...sandbox,
    moveClock: (offsetMs) => {
      sandbox.moveClock(offsetMs);
      note({ do: 'clock', hours: (offsetMs - offset) / hourMs });
    },
    setFaults: (faults) => {
      sandbox.setFaults(faults);
      note({ do: 'faults', faults });
    },
  };
}

function ResetDialog({ onReset, onClose }: { onReset: () => Promise<void>; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Empty the sandbox?`}
      confirm={t`Empty sandbox`}
      keep={t`Keep`}
      onConfirm={onReset}
      onClose={onClose}
      problem={(error) => serverMessage(error) ?? t`The sandbox didn’t accept this. Try again.`}
    >
      {t`Deletes the sandbox’s phones, conversations, simulated customers, clock and faults for everyone in this account. Scenarios are not deleted. This can’t be undone.`}
    </ConfirmDialog>
  );
}

type NoSandboxProps = { failure: NonNullable<Sandbox['failure']>; onRetry: () => void; onBeginAnew: () => void };

function NoSandbox({ failure, onRetry, onBeginAnew }: NoSandboxProps) {
  const { t } = useLingui();
  if (failure === 'none') {
    return (
      <EmptyState title={t`This account has no sandbox`}>
        {t`The server’s operator has turned the simulator off.`}
      </EmptyState>
    );
  }
  if (failure === 'damaged') {
    return (
      <EmptyState
        title={t`The sandbox’s data is damaged`}
        actions={
          <Button variant="filled" aria-haspopup="dialog" onClick={onBeginAnew}>
            {t`Begin anew`}
          </Button>
        }
      >
        {t`Its phones and what they wrote can’t be read any more. Your channels are not affected.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`The sandbox did not answer`}
      actions={<Button variant="filled" onClick={onRetry}>{t`Try again`}</Button>}
    >
      {t`The simulator may be starting, or the server can’t be reached.`}
    </EmptyState>
  );
}
