import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { readId, readNumber } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';

/** What became of a tap on an ad that leads to WhatsApp. No name, number or message of the customer is part of it. */
export type Conversion = {
  /** `event_name`: WhatsApp takes a short list, and refuses others with subcode 2804066. */
  event: string;
  /** Meta counts a repetition of the same id and event once. */
  eventId: string;
  atMs: number;
  wabaId: string;
  /** `ctwa_clid` of the message that the tap led to, at most seven days before. */
  clickId: string;
  /** In units of the currency (ISO 4217). */
  value: { amount: number; currency: string } | null;
};

/** Both need the permission `whatsapp_business_manage_events`. */
export type ConversionCalls = {
  /** The dataset that an account's conversions go to; made by the first call. */
  ensureDataset(request: CallBasics & { wabaId: string }): Promise<CallOutcome<{ id: string }>>;
  sendConversion(request: CallBasics & { datasetId: string; conversion: Conversion }): Promise<CallOutcome<true>>;
};

export function createConversionCalls(call: Caller): ConversionCalls {
  return {
    async ensureDataset({ wabaId, ...basics }) {
      const path = `${segment(wabaId)}/dataset`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path }), (body) => {
        const id = readId(body, 'id');
        return id === null ? null : { id };
      });
    },
    async sendConversion({ datasetId, conversion, ...basics }) {
      const body = { data: [conversionBody(conversion)] };
      const path = `${segment(datasetId)}/events`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), (answer) =>
        readNumber(answer, 'events_received') === 1 ? true : null,
      );
    },
  };
}

/** What leaves for Meta, as it leaves. */
export function conversionBody({ event, eventId, atMs, wabaId, clickId, value }: Conversion) {
  return {
    event_name: event,
    event_time: Math.floor(atMs / 1_000),
    event_id: eventId,
    action_source: 'business_messaging',
    messaging_channel: 'whatsapp',
    user_data: { whatsapp_business_account_id: wabaId, ctwa_clid: clickId },
    ...(value === null ? {} : { custom_data: { value: value.amount, currency: value.currency } }),
  };
}
