import { useLingui } from '@lingui/react/macro';
import { defaultSettings } from '@parley/contract/flow-steps';
import type { Flow, FlowStep, StepOf } from '@parley/contract/types';
import {
  type Icon,
  IconArrowsShuffle,
  IconClockExclamation,
  IconHourglassLow,
  IconMoodSmile,
  IconMoon,
  IconStar,
  IconTag,
} from '@tabler/icons-react';
import { newStep } from './new-step.ts';

export type Recipe = { id: string; icon: Icon; name: string; does: string; flow: Flow };

/** Ready flows, one tap away. */
export function useRecipes(): Recipe[] {
  const { t } = useLingui();
  // Braces of a variable mean something else in a translated text.
  const first = '{{FIRST_NAME}}';
  const rating = '{{Rating}}';
  return [
    {
      ...{ id: 'welcome', icon: IconMoodSmile, name: t`Welcome`, does: t`Greet first-time contacts` },
      flow: chain({ kind: 'first_message' }, [
        text(t`Hello ${first}, thanks for getting in touch. We’ll reply as soon as we can.`),
      ]),
    },
    {
      ...{ id: 'out-of-hours', icon: IconMoon, name: t`Out of hours`, does: t`Reply when you’re closed` },
      flow: {
        ...chain(
          { kind: 'message' },
          [text(t`Thanks for getting in touch, ${first}. We’re closed now and will reply when we open.`)],
          { pass_on: true },
        ),
        conditions: [{ kind: 'hours', open: false }],
      },
    },
    {
      ...{ id: 'no-answer', icon: IconClockExclamation, name: t`No answer in 15 min` },
      does: t`Alert the team and reassign`,
      flow: chain({ kind: 'no_reply', minutes: 15 }, [
        step('assign', { to: { kind: 'round_robin', group_id: null } }),
        step('note', { text: t`Waiting for more than 15 minutes.` }),
      ]),
    },
    {
      ...{
        id: 'round-robin',
        icon: IconArrowsShuffle,
        name: t`Round-robin`,
        does: t`Assign to the next available member`,
      },
      flow: {
        ...chain({ kind: 'message' }, [step('assign', { to: { kind: 'round_robin', group_id: null } })], {
          pass_on: true,
        }),
        conditions: [{ kind: 'assigned', is: false }],
      },
    },
    {
      ...{ id: 'label', icon: IconTag, name: t`Button to label`, does: t`Label by the button tapped` },
      flow: chain({ kind: 'reply', titles: [] }, [newStep('label')], { pass_on: true, quiet_minutes: 0 }),
    },
    {
      ...{
        id: 'window',
        icon: IconHourglassLow,
        name: t`Missed window`,
        does: t`Write before the reply window closes`,
      },
      flow: chain({ kind: 'window_closing', minutes: 30 }, [
        text(t`We haven’t forgotten you, ${first}. Reply to this message to keep the conversation open.`),
      ]),
    },
    {
      ...{ id: 'rating', icon: IconStar, name: t`Ask for rating`, does: t`Survey 1 h after Done` },
      flow: askForRating(),
    },
  ];

  function askForRating(): Flow {
    const thanks = text(t`Thank you!`);
    const low = chainSteps([
      text(t`We’re sorry to hear that. A colleague will look into it.`),
      step('note', { text: t`Low rating: ${rating}` }),
      step('assign', { to: { kind: 'round_robin', group_id: null } }),
    ]);
    const branch: FlowStep = {
      ...{ id: newStep('branch').id, kind: 'branch', otherwise: thanks.id },
      arms: [
        {
          name: t`Low rating`,
          conditions: [{ kind: 'value', name: 'Rating', operator: 'less', value: '3' }],
          next: low[0]?.id ?? null,
        },
      ],
    };
    const asked = chain({ kind: 'thread', state: 'DONE' }, [
      newStep('wait'),
      step('ask', {
        text: t`How did we do, ${first}? Choose from 1 (bad) to 5 (great).`,
        answer: 'choice',
        choices: ['1', '2', '3', '4', '5'].map((title) => ({ id: `rating${title}`, title })),
        save_to: { kind: 'field', name: 'Rating' },
        retries: 0,
      }),
      branch,
    ]);
    return { ...asked, steps: [...asked.steps.slice(0, -1), branch, ...low, thanks] };
  }
}

/** A flow that does nothing yet. */
export function emptyFlow(): Flow {
  return { trigger: { kind: 'message' }, conditions: [], start: null, steps: [], settings: defaultSettings };
}

function step<K extends FlowStep['kind']>(kind: K, values: Partial<StepOf<K>>): FlowStep {
  return { ...newStep(kind), ...values } as FlowStep;
}

function text(words: string): FlowStep {
  return step('send_text', { text: words });
}

function chainSteps(steps: FlowStep[]): FlowStep[] {
  return steps.map((one, at) => ({ ...one, next: steps[at + 1]?.id ?? null }) as FlowStep);
}

function chain(trigger: Flow['trigger'], steps: FlowStep[], settings: Partial<Flow['settings']> = {}): Flow {
  const linked = chainSteps(steps);
  return {
    ...{ trigger, conditions: [], start: linked[0]?.id ?? null, steps: linked },
    settings: { ...defaultSettings, ...settings },
  };
}
