import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useNow } from '../../inbox/public.ts';
import type { CampaignRead } from '../broadcasts-data.ts';
import { AudienceStep } from './audience-step.tsx';
import { BarActs } from './bar-acts.tsx';
import { CheckStep } from './check-step.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import styles from './create.module.css';
import type { BroadcastDraft } from './draft.ts';
import { MessageStep } from './message-step.tsx';
import { NameStep } from './name-step.tsx';
import { NoDraftAnyMore, NotADraft } from './no-draft.tsx';
import { PhonePreview } from './phone-preview.tsx';
import previewStyles from './preview.module.css';
import { SaveNote } from './save-note.tsx';
import { SendBar } from './send-bar.tsx';
import { StepFrame } from './step-frame.tsx';
import { type StepName, stepAfter, stepNames, stepOf } from './steps.ts';
import { AudienceSummary, MessageSummary, NameSummary, WhenSummary } from './summaries.tsx';
import { Summary } from './summary.tsx';
import { type Broadcast, useBroadcast } from './use-broadcast.ts';
import { useDraft } from './use-draft.ts';
import { usePeople } from './use-people.ts';
import { useSending } from './use-sending.ts';
import { useStepTitles } from './use-words.ts';
import { WhenStep } from './when-step.tsx';

const commands: Command[] = [
  { id: 'broadcast.next', group: 'page', title: msg`Next step`, keys: 'mod+enter' },
  { id: 'broadcast.save', group: 'page', title: msg`Save the draft now`, keys: 'mod+s' },
  { id: 'broadcast.person', group: 'page', title: msg`Preview the next person`, keys: 'p' },
];

export type EditorProps = {
  id: string;
  read: CampaignRead;
  /** What a new one begins with. */
  fresh: BroadcastDraft;
  /** Its address says which one it is. */
  isNamed: boolean;
  channels: readonly Channel[];
};

/** Five steps beside a phone that shows what people get; every change is kept. */
export function BroadcastEditor({ id, read, fresh, isNamed, channels }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { keeper, state } = useDraft(id, read.campaign ?? null, fresh);
  const broadcast = useBroadcast(keeper, state, useNow());
  const sending = useSending(broadcast);
  const [open, goTo] = useStep(id, isNamed, broadcast);
  const isChanged = state.save.kind !== 'untouched';
  useEffect(() => {
    if (isChanged && !isNamed) void navigate({ to: '/broadcast', search: { id, step: open ?? 'name' }, replace: true });
  }, [isChanged, isNamed, id, open, navigate]);
  const people = usePeople(broadcast);
  useCommands(commands, {
    'broadcast.next': () => goTo((open && stepAfter(open)) ?? 'check'),
    'broadcast.save': () => void keeper.flush(),
    'broadcast.person': people.next,
  });
  const row = read.campaign;
  const isOver = row !== undefined && row.state !== 'DRAFT' && sending.phase.kind === 'idle';
  const isGone = read.isGone && state.saved !== null;
  return (
    <Page label={t`Broadcast`}>
      <PageBar
        title={t`New broadcast`}
        note={!isOver && !isGone && <SaveNote keeper={keeper} save={state.save} />}
        start={<SubPanelButton label={t`Pages of broadcasts`} />}
      >
        {!isOver && !isGone && <BarActs broadcast={broadcast} sending={sending} goTo={goTo} />}
      </PageBar>
      {isGone || isOver ? (
        <PageBody padded>{isOver ? <NotADraft campaign={row} /> : <NoDraftAnyMore />}</PageBody>
      ) : (
        <>
          {state.save.kind === 'conflict' && <ConflictBanner keeper={keeper} conflict={state.save} />}
          <div className={styles.editor}>
            <div className={styles.steps}>
              <Steps broadcast={broadcast} open={open} goTo={goTo}>
                {{
                  name: <NameStep broadcast={broadcast} channels={channels} />,
                  audience: <AudienceStep broadcast={broadcast} />,
                  message: <MessageStep broadcast={broadcast} person={people.person} />,
                  when: <WhenStep broadcast={broadcast} />,
                  check: <CheckStep broadcast={broadcast} sending={sending} goTo={goTo} />,
                }}
              </Steps>
            </div>
            <PhonePreview broadcast={broadcast} people={people} />
          </div>
          <div className={previewStyles.footSummary}>
            <Summary broadcast={broadcast} />
          </div>
          <SendBar sending={sending} />
        </>
      )}
    </Page>
  );
}

type StepsProps = {
  broadcast: Broadcast;
  open: StepName | null;
  goTo: (step: StepName | null) => void;
  /** What stands in each while it is open. */
  children: Record<StepName, ReactNode>;
};

function Steps({ broadcast, open, goTo, children }: StepsProps) {
  const titles = useStepTitles();
  const summaries: Record<StepName, ReactNode> = {
    name: <NameSummary broadcast={broadcast} />,
    audience: <AudienceSummary broadcast={broadcast} />,
    message: <MessageSummary broadcast={broadcast} />,
    when: <WhenSummary broadcast={broadcast} />,
    check: null,
  };
  return stepNames.map((step, at) => {
    const next = stepAfter(step);
    return (
      <StepFrame
        key={step}
        step={step}
        number={at + 1}
        title={titles[step]}
        isDone={step !== 'check' && !broadcast.troubles.some((trouble) => trouble.step === step)}
        isOpen={open === step}
        summary={summaries[step]}
        onToggle={() => goTo(open === step ? null : step)}
        next={next && { title: titles[next], go: () => goTo(next) }}
      >
        {open === step && children[step]}
      </StepFrame>
    );
  });
}

/** Which step is open, as the address says; a draft that is opened again begins where something is missing. */
function useStep(id: string, isNamed: boolean, { troubles }: Broadcast) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = useState<StepName>(() => (isNamed ? (troubles[0]?.step ?? 'check') : 'name'));
  const open = search['step'] === 'none' ? null : (stepOf(search['step']) ?? first);
  const goTo = (step: StepName | null) => {
    void navigate({ to: '/broadcast', search: { ...(isNamed && { id }), step: step ?? 'none' }, replace: true });
  };
  return [open, goTo] as const;
}
