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
import { QueryScope } from '../../../../platform/query.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { readableNumber } from '../../../contacts/public.ts';
import { ChoiceMenu } from '../../../inbox/public.ts';
import { useAccount, useRow, useThreads } from '../../../sync/public.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import { type Phone, usePhone } from '../../data/sandbox/use-phone.ts';
import type { Sandbox, SandboxFacts } from '../../data/sandbox/use-sandbox.ts';
import { AnotherPhone } from './another-phone.tsx';
import { BehaviourChips } from './behaviour-chips.tsx';
import { CustomerPhone } from './customer-phone.tsx';
import { SandboxControls } from './sandbox-controls.tsx';
import styles from './sandbox-conversation.module.css';
import { TeamPhone } from './team-phone.tsx';

type Side = 'team' | 'customer' | 'controls';

export type SandboxConversationProps = {
  facts: SandboxFacts;
  sandbox: Sandbox;
  /** The selected phone. */
  chosen: string;
  onChoose: (phoneId: string) => void;
  /** Called with each action of the member, so that it can be recorded. */
  onStep: (step: ScenarioStep) => void;
};

/** Both sides of one conversation and the sandbox controls; on small screens one at a time. */
export function SandboxConversation({ facts, sandbox, chosen, onChoose, onStep }: SandboxConversationProps) {
  const { t } = useLingui();
  const isSmall = useBelow('lg');
  const [side, setSide] = useState<Side>('customer');
  const [writerId, setWriterId] = useState('');
  const { channel, phones } = facts;
  const chosenPhone = phones.find((phone) => phone.id === chosen) ?? phones[0];
  const visible = useVisible();
  const phone = usePhone(chosenPhone?.id ?? '', visible && (!isSmall || side === 'customer'), sandbox.read);
  const thread = useThreadOf(chosenPhone, channel);
  if (chosenPhone === undefined) return null;
  const state = phone.history?.phone ?? chosenPhone;
  const who = state.name;
  const members = state.members?.flatMap((id) => phones.find((each) => each.id === id) ?? []) ?? null;
  const writer = members?.find(({ id }) => id === writerId) ?? members?.[0];
  const noted: Phone = {
    ...phone,
    write: async (message) => {
      await phone.write(writer === undefined ? message : { ...message, as: writer.id });
      // A scenario is about one customer.
      if (members === null) noteWritten(who, message, onStep);
    },
  };
  const behave = (behaviour: SandboxBehaviour) =>
    phone.behave(behaviour).then(
      () => onStep({ do: 'customer_is', who, behaviour }),
      (error: unknown) => toast({ message: serverMessage(error) ?? t`The phone didn’t accept this. Try again.` }),
    );
  const changeNumber = async () => {
    try {
      const moved = await phone.changeNumber();
      onStep({ do: 'customer_changes_number', who });
      sandbox.addPhone(moved);
      onChoose(moved.id);
      // The old number is not in use any more.
      sandbox.read();
      toast({ message: t`${who} changed their number.` });
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`The phone didn’t accept this. Try again.` });
    }
  };
  const shows = (each: Side) => !isSmall || side === each;

  return (
    <>
      {phone.failing && <Banner tone="warn">{t`The simulated phone isn’t responding. Retrying…`}</Banner>}
      {isSmall && <SideSwitch side={side} onChoose={setSide} />}
      <div className={styles.bench}>
        {shows('team') && (
          <section className={styles.side} aria-label={t`Your team`}>
            <TeamTitle />
            <TeamPhone
              phone={state}
              channel={channel}
              thread={thread}
              onSaid={members === null ? (text) => onStep({ do: 'team_says', who, text }) : undefined}
            />
            <p className={styles.foot}>{t`The same conversation as in your inbox.`}</p>
          </section>
        )}
        {shows('customer') && (
          <section className={styles.side} aria-label={t`Customer’s phone`}>
            <div className={styles.title}>
              <strong>{t`Customer’s phone`}</strong>
              <PhonePicker phones={phones} chosen={state} onChoose={onChoose} />
              <AnotherPhone
                onMade={(made) => {
                  sandbox.addPhone(made);
                  onChoose(made.id);
                  // Its people may have been made with it.
                  if (made.members !== null) sandbox.read();
                }}
              />
            </div>
            <QueryScope>
              <CustomerPhone
                key={state.id}
                phone={noted}
                members={members}
                channel={channel}
                onFirstMessage={() => void greeting(noted, t`Hello`, t`Not sent. Try again.`)}
                onNumber={() => void changeNumber()}
              />
            </QueryScope>
            <div className={styles.foot}>
              {writer === undefined || members === null ? (
                <BehaviourChips phone={state} onBehave={(behaviour) => void behave(behaviour)} />
              ) : (
                <ChoiceMenu
                  label={t`Write as ${writer.name}`}
                  className={styles.picker ?? ''}
                  chosen={writer.id}
                  choices={members.map(({ id, name }) => ({ value: id, label: name }))}
                  onChoose={setWriterId}
                >
                  <bdi className={styles.picked}>{t`Write as ${writer.name}`}</bdi>
                </ChoiceMenu>
              )}
            </div>
          </section>
        )}
        {shows('controls') && <SandboxControls facts={facts} sandbox={sandbox} visible={visible} />}
      </div>
    </>
  );
}

/** Texts are stored in a scenario; a file belongs to one sandbox and is omitted. */
function noteWritten(who: string, message: WriteAsCustomerBody, onStep: SandboxConversationProps['onStep']): void {
  const { type, context, text } = message;
  if (type === 'text' && context === undefined && text !== undefined) {
    onStep({ do: 'customer_says', who, text: text.body });
  } else if (['location', 'contacts', 'call', 'unsupported'].includes(type)) {
    onStep({ do: 'customer_writes', who, message });
  }
}

async function greeting(phone: Phone, words: string, failed: string): Promise<void> {
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
    phone.members !== null
      ? t`group`
      : phone.phone_number === null
        ? t`hides the number`
        : readableNumber(phone.phone_number);
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
  const words = { team: t`Your team`, customer: t`Customer’s phone`, controls: t`Simulation` };
  return (
    <div className={styles.switch}>
      <fieldset className={styles.segments} aria-label={t`View`}>
        {(['team', 'customer', 'controls'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => onChoose(each)}>
            {words[each]}
          </button>
        ))}
      </fieldset>
      <p className={styles.leaves}>{t`Nothing leaves this machine`}</p>
    </div>
  );
}

/** The conversation of this phone on the sandbox channel; reads further pages until it is found. */
function useThreadOf(phone: SandboxPhone | undefined, channel: Channel): Thread | undefined {
  const account = useAccount();
  const [query] = useState({ channel_id: channel.id });
  const { threads, complete } = useThreads(query);
  const found = threads.find(
    // A customer who hides their number is matched by name, as is a group.
    ({ contact: { phone_number, name }, group }) =>
      (group !== undefined) === (phone?.members != null) &&
      (phone_number === null ? name === phone?.name : phone_number === phone?.id),
  );
  const missing = found === undefined && !complete;
  const read = threads.length;
  useEffect(() => {
    // Each page read changes `read`, which requests the next one; after a failure, the next visit or change retries.
    if (missing && read >= 0) void account.loadThreads(query).catch(() => undefined);
  }, [account, query, missing, read]);
  return found;
}

/** Whether the page is visible. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}
