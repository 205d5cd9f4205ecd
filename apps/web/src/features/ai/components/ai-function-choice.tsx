import { useLingui } from '@lingui/react/macro';
import type { AiFunction } from '@parley/contract/types';
import { Checkbox } from '../../../ui/checkbox.tsx';
import styles from './ai.module.css';

type Props = { value: readonly AiFunction[]; onChange: (value: readonly AiFunction[]) => void };

/** What may be sent to the provider, each by itself. */
export function AiFunctionChoice({ value, onChange }: Props) {
  const { t } = useLingui();
  const words: Record<AiFunction, { label: string; about: string }> = {
    reply: { label: t`Reply drafts`, about: t`Sends the latest messages. A member checks and sends the draft.` },
    answers: { label: t`Answers from help texts`, about: t`Adds matching help texts to reply drafts and quotes them.` },
    summary: { label: t`Summaries`, about: t`Sends the latest messages of a conversation.` },
    translation: { label: t`Translations`, about: t`Sends the text of one message.` },
    intent: {
      label: t`Intents in automations`,
      about: t`Sends the customer’s message when an automation reaches the step, without a member.`,
    },
    assistant: {
      label: t`AI assistant`,
      about: t`Sends the latest messages and matching texts, and answers customers without a member. Set it up under AI assistant.`,
    },
  };
  const toggle = (name: AiFunction, on: boolean) =>
    onChange(on ? [...value, name] : value.filter((each) => each !== name));
  return (
    <fieldset className={styles.choices}>
      <legend>{t`Functions`}</legend>
      {(Object.keys(words) as AiFunction[]).map((name) => (
        <Checkbox key={name} checked={value.includes(name)} onChange={(event) => toggle(name, event.target.checked)}>
          {words[name].label}
          <small>{words[name].about}</small>
        </Checkbox>
      ))}
    </fieldset>
  );
}
