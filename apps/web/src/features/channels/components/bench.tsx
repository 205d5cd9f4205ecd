import { useLingui } from '@lingui/react/macro';
import type {
  Channel,
  SandboxBehaviour,
  SandboxPhone,
  ScenarioStep,
  Thread,
  WriteAsCustomerBody,
} from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { toast } from '../../../ui/toast.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { ChoiceMenu, readableNumber } from '../../inbox/public.ts';
import { useAccount, useRow, useThreads } from '../../sync/public.ts';
import { serverWords } from '../sandbox/failure-words.ts';
import type { Sandbox, SandboxFacts } from '../sandbox/use-sandbox.ts';
import { WorldPanel } from '../sandbox/world-panel.tsx';
import { type Phone, usePhone } from '../use-phone.ts';
import { AnotherPhone } from './another-phone.tsx';
import { BehaviourChips } from './behaviour-chips.tsx';
import styles from './bench.module.css';
import { CustomerPhone } from './customer-phone.tsx';
import { TeamPhone } from './team-phone.tsx';

type Side = 'team' | 'customer' | 'world';

export type BenchProps = {
  facts: SandboxFacts;
  sandbox: Sandbox;
  /** The phone that is looked at. */
  chosen: string;
  onChoose: (phoneId: string) => void;
  /** Told what the person did, so that it can be played again. */
  onStep: (step: ScenarioStep) => void;
};

/** Both sides of one conversation and the world around them; on narrow screens one at a time. */
export function Bench({ facts, sandbox, chosen, onChoose, onStep }: BenchProps) {
  const { t } = useLingui();
  const narrow = useBelow('lg');
  const [side, setSide] = useState<Side>('customer');
  const { channel, phones } = facts;
  const chosenPhone = phones.find((phone) => phone.id === chosen) ?? phones[0];
  const visible = useVisible();
  const phone = usePhone(chosenPhone?.id ?? '', visible && (!narrow || side === 'customer'), sandbox.read);
  const thread = useThreadOf(chosenPhone, channel);
  if (chosenPhone === undefined) return null;
  const state = phone.book?.phone ?? chosenPhone;
  const who = state.name;
  const noted: Phone = {
    ...phone,
    write: async (message) => {
      await phone.write(message);
      noteWritten(who, message, onStep);
    },
  };
  const behave = (behaviour: SandboxBehaviour) =>
    phone.behave(behaviour).then(
      () => onStep({ do: 'customer_is', who, behaviour }),
      (error: unknown) => toast({ message: serverWords(error) ?? t`The phone did not take that. Try again.` }),
    );
  const changeNumber = async () => {
    try {
      const moved = await phone.changeNumber();
      onStep({ do: 'customer_changes_number', who });
      sandbox.addPhone(moved);
      onChoose(moved.id);
      // The old number is nobody's any more.
      sandbox.read();
      toast({ message: t`${who} goes on under another number.` });
    } catch (error) {
      toast({ message: serverWords(error) ?? t`The phone did not take that. Try again.` });
    }
  };
  const shows = (each: Side) => !narrow || side === each;

  return (
    <>
      {phone.failing && (
        <Banner tone="warn">{t`The simulated phone does not answer at the moment; it is asked again.`}</Banner>
      )}
      {narrow && <SideSwitch side={side} onChoose={setSide} />}
      <div className={styles.bench}>
        {shows('team') && (
          <section className={styles.side} aria-label={t`Your team`}>
            <TeamTitle />
            <TeamPhone
              phone={state}
              channel={channel}
              thread={thread}
              onSaid={(text) => onStep({ do: 'team_says', who, text })}
            />
            <p className={styles.foot}>{t`The same conversation as in your inbox.`}</p>
          </section>
        )}
        {shows('customer') && (
          <section className={styles.side} aria-label={t`Customer's phone`}>
            <div className={styles.title}>
              <strong>{t`Customer's phone`}</strong>
              <PhonePicker phones={phones} chosen={state} onChoose={onChoose} />
              <AnotherPhone
                onMade={(made) => {
                  sandbox.addPhone(made);
                  onChoose(made.id);
                }}
              />
            </div>
            <CustomerPhone
              key={state.id}
              phone={noted}
              channel={channel}
              onHello={() => void hello(noted, t`Hello`, t`Not sent. Try again.`)}
              onNumber={() => void changeNumber()}
            />
            <div className={styles.foot}>
              <BehaviourChips phone={state} onBehave={(behaviour) => void behave(behaviour)} />
            </div>
          </section>
        )}
        {shows('world') && <WorldPanel facts={facts} sandbox={sandbox} visible={visible} />}
      </div>
    </>
  );
}

/** Words stand in a scenario as they are; a file belongs to one sandbox and is left out. */
function noteWritten(who: string, message: WriteAsCustomerBody, onStep: BenchProps['onStep']): void {
  const { type, context, text } = message;
  if (type === 'text' && context === undefined && text !== undefined) {
    onStep({ do: 'customer_says', who, text: text.body });
  } else if (['location', 'contacts', 'unsupported'].includes(type)) {
    onStep({ do: 'customer_writes', who, message });
  }
}

async function hello(phone: Phone, words: string, failed: string): Promise<void> {
  try {
    await phone.write({ type: 'text', text: { body: words } });
  } catch {
    toast({ message: failed });
  }
}

function TeamTitle() {
  const { t } = useLingui();
  const account = useAccount();
  const name = useRow('users', account.store.uid)?.name;
  return (
    <div className={styles.title}>
      <strong>{t`Your team`}</strong>
      {name && <span className={styles.quiet}>{t`as ${name}`}</span>}
    </div>
  );
}

type PhonePickerProps = { phones: readonly SandboxPhone[]; chosen: SandboxPhone; onChoose: (id: string) => void };

function PhonePicker({ phones, chosen, onChoose }: PhonePickerProps) {
  const { t } = useLingui();
  const numberOf = (phone: SandboxPhone) =>
    phone.phone_number === null ? t`hides the number` : readableNumber(phone.phone_number);
  if (phones.length === 1) return <bdi className={styles.quiet}>{`${chosen.name}, ${numberOf(chosen)}`}</bdi>;
  return (
    <ChoiceMenu
      label={t`Phone of ${chosen.name}`}
      className={styles.picker ?? ''}
      chosen={chosen.id}
      choices={phones.map((phone) => ({ value: phone.id, label: phone.name, note: numberOf(phone) }))}
      onChoose={onChoose}
    >
      <bdi className={styles.picked}>{chosen.name}</bdi>
    </ChoiceMenu>
  );
}

function SideSwitch({ side, onChoose }: { side: Side; onChoose: (side: Side) => void }) {
  const { t } = useLingui();
  const words = { team: t`Your team`, customer: t`Customer's phone`, world: t`The world` };
  return (
    <div className={styles.switch}>
      <fieldset className={styles.segments} aria-label={t`Side`}>
        {(['team', 'customer', 'world'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => onChoose(each)}>
            {words[each]}
          </button>
        ))}
      </fieldset>
      <p className={styles.leaves}>{t`Nothing leaves this machine`}</p>
    </div>
  );
}

/** The conversation of this phone on the sandbox channel, read further until it is found. */
function useThreadOf(phone: SandboxPhone | undefined, channel: Channel): Thread | undefined {
  const account = useAccount();
  const [query] = useState({ channel_id: channel.id });
  const { threads, complete } = useThreads(query);
  const found = threads.find(
    // Whoever hides their number is known by their name only.
    ({ contact: { phone_number, name } }) =>
      phone_number === null ? name === phone?.name : phone_number === phone?.id,
  );
  const missing = found === undefined && !complete;
  const read = threads.length;
  useEffect(() => {
    // Each page read changes `read`, which asks for the next one; a failure waits for the next visit or the feed.
    if (missing && read >= 0) void account.loadThreads(query).catch(() => undefined);
  }, [account, query, missing, read]);
  return found;
}

/** Whether the page is on the screen. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}
