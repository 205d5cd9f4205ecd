import { session } from '../../../platform/browser-session.ts';
import { accountValues, deviceStorage } from '../../../platform/storage.ts';

/** The values of the form, without secrets. */
export type ChannelDraft = {
  /** Of the Meta app; only for links to its pages. */
  app_id: string;
  channel_label: string;
  phone_number: string;
  phone_number_id: string;
  waba_id: string;
};

const emptyDraft: ChannelDraft = { app_id: '', channel_label: '', phone_number: '', phone_number_id: '', waba_id: '' };

/** The unfinished form of this account on this device. */
export function readChannelDraft(): ChannelDraft {
  const values = storedValues();
  const kept = (values?.read('channel-draft') ?? {}) as Partial<ChannelDraft>;
  const text = (name: keyof ChannelDraft) => (typeof kept[name] === 'string' ? kept[name] : '');
  return {
    app_id: text('app_id'),
    channel_label: text('channel_label'),
    phone_number: text('phone_number'),
    phone_number_id: text('phone_number_id'),
    waba_id: text('waba_id'),
  };
}

export function saveChannelDraft({
  app_id,
  channel_label,
  phone_number,
  phone_number_id,
  waba_id,
}: ChannelDraft): void {
  storedValues()?.write('channel-draft', { app_id, channel_label, phone_number, phone_number_id, waba_id });
}

export function deleteChannelDraft(): void {
  storedValues()?.write('channel-draft', emptyDraft);
}

function storedValues() {
  const state = session.state();
  return state.status === 'signed-out' ? null : accountValues(deviceStorage, state.account);
}
