import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { flowProblems } from '@parley/contract/flow-problems';
import type { FillableTemplate } from '@parley/contract/template-fill';
import type { Automation, FlowProblem, Template } from '@parley/contract/types';
import { IconAlertCircle, IconCheck, IconHistory, IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { useRows } from '../../../sync/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { publishAutomation, refreshAutomations, rollBack, setOn } from '../../data/automations-data.ts';
import { useProblemTexts } from '../../data/problem-texts.ts';
import { useDraft } from '../../data/use-draft.ts';
import { useFlowHistory } from '../../data/use-flow-history.ts';
import { useTraceWords } from '../../data/use-trace-words.ts';
import { BackToList } from './back-to-list.tsx';
import styles from './editor.module.css';
import { EditorPanes, type Pane } from './editor-panes.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { ViewSwitch } from './view-switch.tsx';

const commands: Command[] = [
  { id: 'automations.save', group: 'page', title: msg`Save draft`, keys: 'mod+s', keysOnly: true },
  { id: 'automations.undo', group: 'page', title: msg`Undo the last change`, keys: 'mod+z', notInText: true },
  { id: 'automations.redo', group: 'page', title: msg`Redo the last change`, keys: 'mod+shift+z', notInText: true },
];

export function AutomationEditor({ automation, run }: { automation: Automation; run: string | null }) {
  const { t } = useLingui();
  const { paused } = useTraceWords();
  const manages = useRefusal('automations.manage') === null;
  const draft = useDraft(automation);
  const isSmall = useBelow('xl');
  const phone = useBelow('md');
  const [pane, setPane] = useState<Pane>(run === null ? 'flow' : 'runs');
  const [published, setPublished] = useState(0);
  const [versionsOpen, setVersionsOpen] = useState(false);
  const { busy, run: runAction } = useAction();
  const [client] = useRows('clients');
  const { flow, name } = draft.draft;
  const templates = useRows('templates') as unknown as readonly Template[];
  const inOurWords = useProblemTexts();
  const problems = problemsOf(draft, inOurWords(problemsHere(draft, client?.custom_fields, templates)));
  const { state, published_version: live } = automation;
  const next = (live ?? 0) + 1;
  const { setFlow, undo, redo } = useFlowHistory(flow, draft.setFlow);
  useCommands(commands, {
    'automations.save': () => void draft.flush(),
    ...(undo !== null && { 'automations.undo': undo }),
    ...(redo !== null && { 'automations.redo': redo }),
  });

  const act = (work: () => Promise<Automation>, replaces = false) =>
    runAction(async () => {
      if (await draft.flush()) draft.adopt(await work(), replaces);
    });
  const publish = async () => {
    await act(() => publishAutomation(automation.id));
    setPublished((n) => n + 1);
  };
  const isOn = state === 'ON';
  const hasChanges = draft.saved.changed || !draft.isCurrent;
  const saveWords = {
    saved:
      live === null ? t`Draft saved` : hasChanges ? t`Version ${live} live · draft saved` : t`Version ${live} live`,
    saving: t`Saving…`,
    unnamed: t`Enter a name to save`,
    failed: t`Couldn’t save. Trying again with the next change.`,
    conflict: t`Not saved`,
  };
  const panes = [
    { value: 'flow' as const, label: t`Steps` },
    { value: 'try' as const, label: t`Try it` },
    { value: 'runs' as const, label: t`Runs` },
  ].filter(({ value }) => manages || value !== 'try');
  const tools = (
    <>
      <Button onClick={() => setVersionsOpen(true)} blocked={live === null}>
        <IconHistory {...smallIcon} />
        <span className={styles.wide}>{t`Versions`}</span>
      </Button>
      {manages && live !== null && (
        <Button busy={busy} onClick={() => void act(() => setOn(automation.id, !isOn))}>
          {isOn ? t`Turn off` : t`Turn on`}
        </Button>
      )}
    </>
  );
  return (
    <Page>
      {draft.state === 'conflict' && (
        <Banner
          tone="warn"
          icon={<IconAlertCircle {...icon} />}
          action={
            <Button size="sm" onClick={() => void refreshAutomations().then(() => window.location.reload())}>
              {t`Reload`}
            </Button>
          }
        >
          {t`Someone else edited this too. Reload to see their version; your last change isn’t saved.`}
        </Banner>
      )}
      {state === 'PAUSED' && (
        <Banner
          tone="bad"
          icon={<IconAlertCircle {...icon} />}
          action={
            <Button size="sm" onClick={() => setPane('runs')}>
              {t`View errors`}
            </Button>
          }
        >
          {paused(automation)}
        </Banner>
      )}
      <PageBar
        start={<BackToList />}
        title={
          manages ? (
            <input
              className={styles.title}
              aria-label={t`Name`}
              value={name}
              maxLength={80}
              aria-invalid={name.trim() === '' || undefined}
              onChange={(event) => draft.setName(event.target.value)}
            />
          ) : (
            name
          )
        }
        note={
          <span className={styles.note}>
            <StateBadge state={state} />
            <span role="status">{saveWords[draft.state]}</span>
          </span>
        }
      >
        {!isSmall && <ViewSwitch />}
        {!phone && tools}
        {manages && (
          <Button
            variant="filled"
            busy={busy}
            blocked={problems.length > 0 || !hasChanges}
            onClick={() => void publish()}
          >
            {hasChanges ? (phone ? t`Publish` : t`Publish version ${next}`) : t`Published`}
          </Button>
        )}
      </PageBar>
      {isSmall && (
        <div className={styles.tabs}>
          <Segments label={t`View`} segments={panes} value={pane} onChange={setPane} />
          {phone && tools}
        </div>
      )}
      <EditorPanes
        automation={automation}
        first={run}
        flow={flow}
        setFlow={setFlow}
        {...{ problems, undo, redo, pane, published, edits: manages, asColumns: !isSmall }}
      />
      {versionsOpen && (
        <VersionsDialog
          automation={automation}
          edits={manages}
          onRollBack={(number) => void act(() => rollBack(automation.id, number), true)}
          onClose={() => setVersionsOpen(false)}
        />
      )}
    </Page>
  );
}

/** What is found here: at once, also what changed since the flow was saved. */
function problemsHere(
  { draft }: ReturnType<typeof useDraft>,
  fields: readonly string[] | undefined,
  templates: readonly Template[],
): FlowProblem[] {
  const known = new Map(templates.map((template) => [template.id, template as unknown as FillableTemplate]));
  return flowProblems(draft.flow, fields, known);
}

/** What the server sees, and of other steps what is found here. */
function problemsOf({ isCurrent, saved }: ReturnType<typeof useDraft>, here: FlowProblem[]): FlowProblem[] {
  if (!isCurrent) return here;
  const steps = new Set(saved.problems.map(({ step }) => step));
  return [...saved.problems, ...here.filter(({ step }) => !steps.has(step))];
}

function StateBadge({ state }: { state: Automation['state'] }) {
  const { t } = useLingui();
  if (state === 'ON') {
    return (
      <Badge tone="ok" icon={<IconCheck size={13} />}>
        {t`On`}
      </Badge>
    );
  }
  if (state === 'PAUSED') {
    return (
      <Badge tone="bad" icon={<IconPlayerPause size={13} />}>
        {t`Paused`}
      </Badge>
    );
  }
  return <Badge>{state === 'OFF' ? t`Off` : t`Draft`}</Badge>;
}
