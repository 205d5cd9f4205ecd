import { useLingui } from '@lingui/react/macro';
import type { Automation, Flow, FlowProblem } from '@parley/contract/types';
import { IconBolt, IconFilter, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { icon } from '../../../../ui/icon.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import { Card, Problem } from './card.tsx';
import { Chain } from './chain.tsx';
import { ConditionsForm } from './conditions-form.tsx';
import styles from './editor.module.css';
import { SettingsForm } from './settings-form.tsx';
import { TriggerForm } from './trigger-form.tsx';

export type FlowPaneProps = {
  flow: Flow;
  setFlow: (change: (flow: Flow) => Flow) => void;
  problems: readonly FlowProblem[];
  counts: Automation['counts'];
  edits: boolean;
};

/** Trigger, conditions, settings and steps as a list; the open one shows its form. */
export function FlowPane({ flow, setFlow, problems, counts, edits }: FlowPaneProps) {
  const { t } = useLingui();
  const words = useFlowWords();
  const [open, setOpen] = useState<string | null>(null);
  const toggle = (id: string) => setOpen(open === id ? null : id);
  const of = (part: FlowProblem['part']) => problems.filter((one) => one.part === part).map(({ msg }) => msg);
  const { conditions, settings } = flow;
  const quiet =
    settings.quiet_minutes === 0
      ? null
      : t`Silent for ${words.duration(settings.quiet_minutes)} after a member replies`;
  return (
    <section className={styles.pane} aria-label={t`Steps`}>
      <header className={styles.paneHead}>
        <h2>{t`Flow`}</h2>
        <span className={styles.quiet}>{t`${counts.runs} runs in 24 h`}</span>
      </header>
      <div className={styles.scroll}>
        {of('steps').map((problem) => (
          <Problem key={problem}>{problem}</Problem>
        ))}
        <Card
          icon={<IconBolt {...icon} />}
          kind={t`Trigger`}
          title={words.trigger(flow.trigger)}
          problems={of('trigger')}
          open={open === 'trigger'}
          onToggle={() => toggle('trigger')}
        >
          <fieldset disabled={!edits} className={styles.form}>
            <TriggerForm trigger={flow.trigger} onChange={(trigger) => setFlow((was) => ({ ...was, trigger }))} />
          </fieldset>
        </Card>
        <Card
          icon={<IconFilter {...icon} />}
          kind={t`Conditions`}
          title={conditions.length === 0 ? t`None: always runs` : conditions.map(words.condition).join(' · ')}
          problems={of('conditions')}
          open={open === 'conditions'}
          onToggle={() => toggle('conditions')}
        >
          <fieldset disabled={!edits} className={styles.form}>
            <ConditionsForm
              conditions={conditions}
              onChange={(list) => setFlow((was) => ({ ...was, conditions: list }))}
            />
          </fieldset>
        </Card>
        <Card
          icon={<IconSettings {...icon} />}
          kind={t`Settings`}
          title={[quiet, t`At most ${settings.max_runs} runs a day in a conversation`].filter(Boolean).join(' · ')}
          problems={[]}
          open={open === 'settings'}
          onToggle={() => toggle('settings')}
        >
          <fieldset disabled={!edits} className={styles.form}>
            <SettingsForm settings={settings} onChange={(next) => setFlow((was) => ({ ...was, settings: next }))} />
          </fieldset>
        </Card>
        <Chain
          place={{ after: null, exit: 0 }}
          shared={{ flow, setFlow, edits, open, setOpen, problems: problems.filter(({ part }) => part === 'step') }}
        />
      </div>
    </section>
  );
}
