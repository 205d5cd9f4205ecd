import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AbVariant, Channel } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '../../../../platform/use-now.ts';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { Page, PageBar, PageBody } from '../../../../ui/page.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import type { CampaignRead } from '../../data/campaign-queries.ts';
import { asVariant, variantA, variantB } from '../../data/editor/ab-test.ts';
import type { BroadcastDraft } from '../../data/editor/draft.ts';
import { type StepName, stepAfter, stepNames, stepOf } from '../../data/editor/steps.ts';
import { type Broadcast, useBroadcast } from '../../data/editor/use-broadcast.ts';
import { useDraft } from '../../data/editor/use-draft.ts';
import { useStepTitles } from '../../data/editor/use-editor-text.ts';
import { usePreviewContacts } from '../../data/editor/use-preview-contacts.ts';
import { useSending } from '../../data/editor/use-sending.ts';
import { AudienceStep } from './audience-step.tsx';
import { CheckStep } from './check-step.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import { DraftGone, NotADraft } from './draft-gone.tsx';
import styles from './editor.module.css';
import { EditorActions } from './editor-actions.tsx';
import { MessageStep } from './message-step.tsx';
import { NameStep } from './name-step.tsx';
import { PhonePreview } from './phone-preview.tsx';
import previewStyles from './preview.module.css';
import { SaveNote } from './save-note.tsx';
import { SendBar } from './send-bar.tsx';
import { StepFrame } from './step-frame.tsx';
import { AudienceSummary, MessageSummary, NameSummary, WhenSummary } from './summaries.tsx';
import { Summary } from './summary.tsx';
import { WhenStep } from './when-step.tsx';

const commands: Command[] = [
  { id: 'broadcast.next', group: 'page', title: msg`Next step`, keys: 'mod+enter' },
  { id: 'broadcast.save', group: 'page', title: msg`Save the draft now`, keys: 'mod+s' },
  { id: 'broadcast.person', group: 'page', title: msg`Preview next recipient`, keys: 'p' },
];

export type EditorProps = {
  id: string;
  read: CampaignRead;
  /** The initial values of a new draft. */
  fresh: BroadcastDraft;
  /** Puts the draft's id into the URL. */
  isNamed: boolean;
  channels: readonly Channel[];
};

/** Five steps beside a phone preview; every change is saved. */
export function BroadcastEditor({ id, read, fresh, isNamed, channels }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { store, state } = useDraft(id, read.campaign ?? null, fresh);
  const broadcast = useBroadcast(store, state, useNow());
  const sending = useSending(broadcast);
  const [open, goTo] = useStep(id, isNamed, broadcast);
  const isChanged = state.save.kind !== 'untouched';
  useEffect(() => {
    if (isChanged && !isNamed) void navigate({ to: '/broadcast', search: { id, step: open ?? 'name' }, replace: true });
  }, [isChanged, isNamed, id, open, navigate]);
  const [previewed, setPreviewed] = useState<AbVariant>('A');
  const hasTest = state.draft.ab_test !== null;
  const shown = asVariant(broadcast, hasTest ? previewed : 'A');
  const contactsOf = { A: usePreviewContacts(variantA(broadcast)), B: usePreviewContacts(variantB(broadcast)) };
  const previewContacts = contactsOf[hasTest ? previewed : 'A'];
  useCommands(commands, {
    'broadcast.next': () => goTo((open && stepAfter(open)) ?? 'check'),
    'broadcast.save': () => void store.saveNow(),
    'broadcast.person': previewContacts.next,
  });
  const row = read.campaign;
  const isOver = row !== undefined && row.state !== 'DRAFT' && sending.phase.kind === 'idle';
  const isGone = read.isGone && state.saved !== null;
  return (
    <Page label={t`Broadcast`}>
      <PageBar
        title={t`New broadcast`}
        note={!isOver && !isGone && <SaveNote store={store} save={state.save} />}
        start={<SubPanelButton label={t`Broadcast pages`} />}
      >
        {!isOver && !isGone && <EditorActions broadcast={broadcast} sending={sending} goTo={goTo} />}
      </PageBar>
      {isGone || isOver ? (
        <PageBody padded>{isOver ? <NotADraft campaign={row} /> : <DraftGone />}</PageBody>
      ) : (
        <>
          {state.save.kind === 'conflict' && <ConflictBanner store={store} conflict={state.save} />}
          <div className={styles.editor}>
            <div className={styles.steps}>
              <Steps broadcast={broadcast} isNew={!isNamed} open={open} goTo={goTo}>
                {{
                  name: <NameStep broadcast={broadcast} channels={channels} />,
                  audience: <AudienceStep broadcast={broadcast} />,
                  message: (
                    <MessageStep broadcast={broadcast} contact={contactsOf.A.contact} contactB={contactsOf.B.contact} />
                  ),
                  when: <WhenStep broadcast={broadcast} />,
                  check: <CheckStep broadcast={broadcast} sending={sending} goTo={goTo} />,
                }}
              </Steps>
            </div>
            <PhonePreview
              broadcast={shown}
              contacts={previewContacts}
              variant={hasTest ? previewed : null}
              onVariant={setPreviewed}
            />
          </div>
          <div className={previewStyles.footSummary}>
            <Summary broadcast={broadcast} />
          </div>
          <SendBar sending={sending} ofSandbox={broadcast.channel?.sandbox === true} />
        </>
      )}
    </Page>
  );
}

type StepsProps = {
  broadcast: Broadcast;
  /** Nothing was saved when the editor opened. */
  isNew: boolean;
  open: StepName | null;
  goTo: (step: StepName | null) => void;
  /** The content of each step while it is open. */
  children: Record<StepName, ReactNode>;
};

function Steps({ broadcast, isNew, open, goTo, children }: StepsProps) {
  const titles = useStepTitles();
  // What has a good default is not done before it was looked at.
  const [seen, setSeen] = useState<readonly StepName[]>(isNew ? [] : stepNames);
  if (open !== null && !seen.includes(open)) setSeen([...seen, open]);
  const isDone = (step: StepName) =>
    step !== 'check' && step !== open && seen.includes(step) && !broadcast.problems.some((one) => one.step === step);
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
        isDone={isDone(step)}
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

/** The open step, by the URL; without one, a reopened draft starts at its first problem. */
function useStep(id: string, isNamed: boolean, { problems }: Broadcast) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = useState<StepName>(() => (isNamed ? (problems[0]?.step ?? 'check') : 'name'));
  const open = search['step'] === 'none' ? null : (stepOf(search['step']) ?? first);
  const goTo = (step: StepName | null) => {
    void navigate({
      to: '/broadcast',
      search: { ...(isNamed && { id }), step: step ?? 'none' },
      // What an unsaved one began with.
      state: (before) => before,
      replace: true,
    });
  };
  return [open, goTo] as const;
}
