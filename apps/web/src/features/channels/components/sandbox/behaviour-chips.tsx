import { useLingui } from '@lingui/react/macro';
import type { SandboxBehaviour, SandboxPhone } from '@parley/contract/types';
import styles from './behaviour-chips.module.css';

export type BehaviourChipsProps = { phone: SandboxPhone; onBehave: (behaviour: SandboxBehaviour) => void };

/** The delay of a customer's automatic answer. */
const replyMs = 5_000;

/** The behaviour of the simulated customer: when they read, whether they answer, and what they refuse. */
export function BehaviourChips({ phone, onBehave }: BehaviourChipsProps) {
  const { t } = useLingui();
  const words = {
    at_once: t`Reads messages automatically`,
    when_open: t`Reads when open`,
    never: t`Never reads`,
  } as const;
  const readings = ['at_once', 'when_open', 'never'] as const;
  const replies = phone.reply_after_ms !== null;
  const habits: [string, boolean, SandboxBehaviour][] = [
    [t`Replies after 5 s`, replies, { reply_after_ms: replies ? null : replyMs }],
    [t`Offline`, !phone.online, { online: !phone.online }],
    [t`Hides number`, phone.hides_number, { hides_number: !phone.hides_number }],
    [t`Blocks us`, phone.blocks_us, { blocks_us: !phone.blocks_us }],
    [t`Opts out`, phone.opted_out, { opted_out: !phone.opted_out }],
    [t`Not on WhatsApp`, !phone.on_whatsapp, { on_whatsapp: !phone.on_whatsapp }],
    [
      t`Meta’s AI agent answers`,
      phone.agent_holds,
      { agent_holds: !phone.agent_holds, agent_text: t`I am an AI assistant. How can I help?` },
    ],
  ];
  return (
    <fieldset className={styles.chips} aria-label={t`How this phone behaves`}>
      {readings.map((reads) => (
        <Chip key={reads} on={phone.reads === reads} onPress={() => onBehave({ reads })}>
          {words[reads]}
        </Chip>
      ))}
      {habits.map(([label, on, behaviour]) => (
        <Chip key={label} on={on} onPress={() => onBehave(behaviour)}>
          {label}
        </Chip>
      ))}
    </fieldset>
  );
}

function Chip({ on, onPress, children }: { on: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  );
}
