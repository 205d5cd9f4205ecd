import { type CallOutcome, type SendOutcome, toCallOutcome, toSendOutcome } from './call-outcome.ts';
import type { CallBasics, Caller } from './caller.ts';
import { segment } from './graph-call.ts';
import { readSuccess } from './read-page.ts';

export type SendRequest = CallBasics & {
  phoneNumberId: string;
  /** Made by `buildSendBody`. */
  body: Readonly<Record<string, unknown>>;
};

/** Options of the marketing endpoint: whether an ordinary send may replace it, and whether Meta may use it for learning. */
export type MarketingOptions = { productPolicy?: 'CLOUD_API_FALLBACK' | 'STRICT'; messageActivitySharing?: boolean };

export type MessageCalls = {
  /** Sends one message. Never rejects. */
  sendMessage(request: SendRequest): Promise<SendOutcome>;
  /** Sends a marketing template through the marketing endpoint. Never rejects. */
  sendMarketingMessage(request: SendRequest & { options?: MarketingOptions }): Promise<SendOutcome>;
  /** Marks a message and all earlier ones of its thread as read; with `typing` also shows us typing for up to 25 s. */
  markRead(
    request: CallBasics & { phoneNumberId: string; providerMessageId: string; typing?: boolean },
  ): Promise<CallOutcome<true>>;
};

export function createMessageCalls(call: Caller): MessageCalls {
  return {
    async sendMessage({ phoneNumberId, body, ...basics }) {
      return toSendOutcome(await call({ ...basics, method: 'POST', path: `${segment(phoneNumberId)}/messages`, body }));
    },
    async sendMarketingMessage({ phoneNumberId, body, options, ...basics }) {
      const { productPolicy, messageActivitySharing } = options ?? {};
      const extended = {
        ...body,
        ...(productPolicy === undefined ? {} : { product_policy: productPolicy }),
        ...(messageActivitySharing === undefined ? {} : { message_activity_sharing: messageActivitySharing }),
      };
      const path = `${segment(phoneNumberId)}/marketing_messages`;
      return toSendOutcome(await call({ ...basics, method: 'POST', path, body: extended }));
    },
    async markRead({ phoneNumberId, providerMessageId, typing, ...basics }) {
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: providerMessageId,
        ...(typing === true ? { typing_indicator: { type: 'text' } } : {}),
      };
      const path = `${segment(phoneNumberId)}/messages`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readSuccess);
    },
  };
}
