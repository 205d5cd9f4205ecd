import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type {
  AssignTarget,
  AutomationCondition,
  FlowStep,
  FlowStepKind,
  FlowTrigger,
  MatchMode,
  StepOf,
} from '@parley/contract/types';
import { languageLabel } from '../../../platform/languages.ts';
import { useRows } from '../../sync/public.ts';

export type ConversionEvent = StepOf<'conversion'>['event'];

/** Flows in words, with the names of what they refer to. */
export function useFlowWords() {
  const { t, i18n } = useLingui();
  const channels = useRows('channels');
  const lists = useRows('contact_lists');
  const labels = useRows('labels');
  const stages = useRows('stages');
  const users = useRows('users');
  const groups = useRows('user_groups');
  const templates = useRows('templates');
  const or = (words: readonly string[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(words.filter((word) => word.trim() !== ''));
  const and = (words: readonly string[]) => new Intl.ListFormat(i18n.locale).format(words);
  const missing = '…';
  const channelName = (id: string | null) => channels.find((row) => row.id === id)?.channel_label ?? missing;
  const listName = (id: string | null) => lists.find((row) => row.id === id)?.name ?? missing;
  const labelName = (id: string | null) => labels.find((row) => row.id === id)?.name ?? missing;
  const stageName = (id: string | null) => stages.find((row) => row.id === id)?.name ?? missing;
  const memberName = (id: string | null) => users.find((row) => row.id === id)?.name ?? missing;
  const groupName = (id: string | null) => groups.find((row) => row.id === id)?.name ?? missing;

  const duration = (minutes: number): string => {
    if (minutes % 1_440 === 0) return t`${plural(minutes / 1_440, { one: '# day', other: '# days' })}`;
    return minutes % 60 === 0 ? t`${minutes / 60} h` : t`${minutes} min`;
  };

  const kinds: Record<FlowStepKind, string> = {
    send_text: t`Send text`,
    send_buttons: t`Send buttons`,
    send_list: t`Send list`,
    send_template: t`Send template`,
    send_media: t`Send file`,
    call_url: t`HTTP request`,
    conversion: t`Conversion for Meta ads`,
    ask: t`Ask`,
    ask_number: t`Ask for the number`,
    branch: t`Branch`,
    intent: t`AI intent`,
    wait: t`Wait`,
    go_to: t`Go to`,
    assign: t`Assign`,
    label: t`Label`,
    stage: t`Set stage`,
    field: t`Set attribute`,
    list: t`Contact list`,
    opt_out: t`Opt-out`,
    note: t`Add note`,
    done: t`Mark as done`,
    hand_over: t`Assign to a person`,
    stop: t`Stop`,
  };

  const conversions: Record<ConversionEvent, string> = {
    LeadSubmitted: t`Lead`,
    QualifiedLead: t`Qualified lead`,
    OrderCreated: t`Order`,
    Purchase: t`Purchase`,
  };

  const matchWords = (match: MatchMode, words: readonly string[]): string => {
    const named = or(words) || missing;
    if (match === 'exact') return t`is exactly ${named}`;
    return match === 'contains' ? t`contains ${named}` : t`matches ${named}`;
  };

  const trigger = (one: FlowTrigger): string => {
    switch (one.kind) {
      case 'message':
        return t`Message received`;
      case 'keyword':
        return t`Message ${matchWords(one.match, one.words)}`;
      case 'first_message':
        return t`First message from a contact`;
      case 'reply': {
        const titles = or(one.titles);
        return titles === '' ? t`Any button tapped` : t`Button “${titles}” tapped`;
      }
      case 'thread':
        return one.state === 'DONE' ? t`Conversation marked as done` : t`Conversation reopened`;
      case 'label_added':
        return t`Label ${labelName(one.label_id)} added`;
      case 'stage_set':
        return t`Moved to the stage ${stageName(one.stage_id)}`;
      case 'no_reply':
        return t`No answer in ${duration(one.minutes)}`;
      case 'window_closing':
        return t`Reply window closes in ${duration(one.minutes)}`;
      case 'schedule':
        return t`At ${one.at} for ${listName(one.list_id)}`;
      case 'field_changed': {
        const name = one.name || missing;
        return one.value === '' ? t`${name} changed` : t`${name} changed to ${one.value}`;
      }
      case 'list_joined':
        return t`Joined the list ${listName(one.list_id)}`;
      case 'campaign_reply':
        return t`Reply to a broadcast within ${one.hours} h`;
      case 'incoming_webhook':
        return t`Incoming webhook called`;
    }
  };

  const condition = (one: AutomationCondition): string => {
    switch (one.kind) {
      case 'channel':
        return t`Channel is ${or(one.channel_ids.map(channelName)) || missing}`;
      case 'hours':
        return one.open ? t`Within working hours` : t`Outside working hours`;
      case 'list':
        return one.is ? t`In the list ${listName(one.list_id)}` : t`Not in the list ${listName(one.list_id)}`;
      case 'label':
        return one.is ? t`Labeled ${labelName(one.label_id)}` : t`Not labeled ${labelName(one.label_id)}`;
      case 'assigned':
        return one.is ? t`Assigned` : t`Not assigned`;
      case 'value': {
        const name = one.name || missing;
        const words: Record<typeof one.operator, string> = {
          is: t`${name} is ${one.value}`,
          is_not: t`${name} is not ${one.value}`,
          contains: t`${name} contains ${one.value}`,
          is_set: t`${name} has a value`,
          is_empty: t`${name} is empty`,
          greater: t`${name} is greater than ${one.value}`,
          less: t`${name} is less than ${one.value}`,
        };
        return words[one.operator];
      }
      case 'ad':
        return one.ads.length === 0
          ? t`Came from an ad`
          : t`Came from the ad ${or(one.ads.map(({ id, title }) => title || id))}`;
      case 'country':
        return t`Country is ${or(one.codes) || missing}`;
      case 'language':
        return t`Language is ${or(one.languages.map((code) => languageLabel(i18n.locale, code))) || missing}`;
      case 'text':
        return t`Message ${matchWords(one.match, one.words)}`;
      case 'percentage':
        return t`${one.percent}% of contacts`;
    }
  };

  const target = (to: AssignTarget): string => {
    switch (to.kind) {
      case 'nobody':
        return t`Unassigned`;
      case 'member':
        return memberName(to.user_id);
      case 'group':
        return groupName(to.group_id);
      case 'round_robin':
        return to.group_id === null ? t`All members in turn` : t`${groupName(to.group_id)} in turn`;
      case 'assistant':
        return t`AI assistant`;
    }
  };

  const changes = (add: readonly string[], remove: readonly string[], name: (id: string) => string): string =>
    [
      ...(add.length > 0 ? [t`Add ${and(add.map(name))}`] : []),
      ...(remove.length > 0 ? [t`Remove ${and(remove.map(name))}`] : []),
    ].join(' · ') || missing;

  /** What a step does, in one line. */
  const detail = (step: FlowStep): string => {
    switch (step.kind) {
      case 'send_text':
      case 'ask_number':
      case 'note':
        return step.text || missing;
      case 'send_buttons':
        return `${step.text || missing} [${step.buttons.map(({ title }) => title || missing).join(' · ')}]`;
      case 'send_list':
        return `${step.text || missing} [${step.rows.map(({ title }) => title || missing).join(' · ')}]`;
      case 'send_template':
        return String(templates.find(({ id }) => id === step.template_id)?.['name'] ?? missing);
      case 'send_media':
        return [step.filename || missing, step.caption].filter(Boolean).join(' · ');
      case 'conversion': {
        const worth = { none: '', conversation: t`value of the conversation`, amount: step.amount || missing };
        return [conversions[step.event], worth[step.worth]].filter(Boolean).join(' · ');
      }
      case 'call_url':
        return `${step.method} ${step.url || missing}`;
      case 'ask':
        return t`“${step.text || missing}” · save to ${step.save_to.name || missing}`;
      case 'branch':
        return t`${step.arms.length + 1} branches`;
      case 'intent':
        return or(step.intents.map(({ name }) => name)) || missing;
      case 'wait':
        return duration(step.minutes);
      case 'assign':
      case 'hand_over':
        return target(step.to);
      case 'label':
        return changes(step.add, step.remove, labelName);
      case 'stage':
        return stageName(step.stage_id);
      case 'list':
        return changes(step.add, step.remove, listName);
      case 'field':
        return `${step.name || missing} = ${step.value || missing}`;
      case 'opt_out':
        return step.active ? t`No more marketing` : t`Marketing allowed again`;
      case 'go_to':
      case 'done':
      case 'stop':
        return '';
    }
  };

  return { kinds, conversions, trigger, condition, target, detail, duration, channelName };
}
