import { useLingui } from '@lingui/react/macro';
import type { Flow } from '@parley/contract/types';
import { IconBolt, IconFilter, IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { icon } from '../../../ui/icon.ts';
import { stepIcons } from '../components/step-icon.tsx';
import { findStep } from './flow-edit.ts';
import { conditionsNode, settingsPart, triggerNode } from './flow-graph.ts';
import { useFlowWords } from './use-flow-words.ts';

export type PartWords = { icon: ReactNode; kind: string; title: string };

/** A part of the flow in one line: trigger, conditions, settings or a step, by its id. */
export function usePartWords() {
  const { t } = useLingui();
  const words = useFlowWords();
  return (flow: Flow, id: string): PartWords | null => {
    const { conditions, settings } = flow;
    if (id === triggerNode) {
      return { icon: <IconBolt {...icon} />, kind: t`Trigger`, title: words.trigger(flow.trigger) };
    }
    if (id === conditionsNode) {
      const title = conditions.length === 0 ? t`None: always runs` : conditions.map(words.condition).join(' · ');
      return { icon: <IconFilter {...icon} />, kind: t`Conditions`, title };
    }
    if (id === settingsPart) {
      const quiet =
        settings.quiet_minutes === 0
          ? null
          : t`Silent for ${words.duration(settings.quiet_minutes)} after a member replies`;
      const title = [quiet, t`At most ${settings.max_runs} runs a day in a conversation`].filter(Boolean).join(' · ');
      return { icon: <IconSettings {...icon} />, kind: t`Settings`, title };
    }
    const step = findStep(flow, id);
    if (step === undefined) return null;
    const Sign = stepIcons[step.kind];
    const target = step.kind === 'go_to' ? findStep(flow, step.step) : undefined;
    const title = target === undefined ? words.detail(step) : `${words.kinds[target.kind]}: ${words.detail(target)}`;
    return { icon: <Sign {...icon} />, kind: words.kinds[step.kind], title };
  };
}
