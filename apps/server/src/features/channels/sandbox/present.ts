import type { SandboxFaults, SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';
import type { PhoneMessage, PhoneTemplate, PhoneView } from '@parley/whatsapp-simulator';

export function presentPhone(phone: PhoneView): SandboxPhone {
  const { id, name, user_id, online, reads, read_after_ms, reply_after_ms, reply_text } = phone;
  const { hides_number, blocks_us, opted_out, on_whatsapp, agent_holds, agent_text, typing_until, members } = phone;
  return {
    ...{
      id,
      phone_number: hides_number || members !== null ? null : id,
      name,
      user_id,
      online,
      reads,
      read_after_ms,
      reply_after_ms,
    },
    ...{ reply_text, hides_number, blocks_us, opted_out, on_whatsapp, agent_holds, agent_text, typing_until, members },
  };
}

export function presentPhoneMessage(message: PhoneMessage): SandboxPhoneMessage {
  const { cursor, id, direction, type, timestamp, status, display, as } = message;
  return {
    ...{ cursor, id, direction, type, timestamp, status, as },
    content: contentOf(message.content),
    display: display && {
      ...presentTemplate(display, true),
      ...(display.cards === undefined ? {} : { cards: display.cards.map((card) => presentTemplate(card, false)) }),
    },
    context: message.context?.message_id ?? null,
  };
}

/** @param taps whether its quick replies can be tapped */
function presentTemplate({ header, body, footer, buttons, kinds = [], offer }: PhoneTemplate, taps: boolean) {
  return {
    ...{ header, body, footer },
    buttons: buttons.map((text, at) => ({ text, answers: taps && kinds[at] === 'QUICK_REPLY' })),
    ...(offer === undefined ? {} : { offer }),
  };
}

function contentOf(content: unknown): Record<string, unknown> {
  if (Array.isArray(content)) return { contacts: content };
  return typeof content === 'object' && content !== null ? { ...content } : {};
}

/** The simulator's own faults that the page shows. */
export type SimulatorFaults = {
  next_send_error?: number;
  network_off?: boolean;
  network_delay_ms?: number;
  webhooks?: { late_ms?: number; duplicate?: boolean; disorder?: boolean };
};

export function presentFaults(faults: SimulatorFaults): SandboxFaults {
  const { next_send_error = null, network_off = false, network_delay_ms = 0, webhooks = {} } = faults;
  const { late_ms = 0, duplicate = false, disorder = false } = webhooks;
  return { next_send_error, network_off, network_delay_ms, late_ms, duplicate, disorder };
}

/** The fault as the simulator expects it; null ends a fault. */
export function toSimulator(faults: Partial<SandboxFaults>): object {
  const { late_ms, duplicate, disorder, ...own } = faults;
  const webhooks = Object.fromEntries(
    Object.entries({ late_ms, duplicate, disorder }).filter(([, value]) => value !== undefined),
  );
  return { ...own, ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }) };
}
