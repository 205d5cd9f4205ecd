import { type CallOutcome, type SendOutcome, toCallOutcome, toSendOutcome } from './call-outcome.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
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
  /**
   * Takes a conversation, or gives it away: `release` to who answers first, `pass` to Meta's agent. Only the number's
   * escalation partner may take (2494191); everyone takes over by sending.
   * @param to  digits of a phone number, or a user id
   */
  controlThread(
    request: CallBasics & { phoneNumberId: string; to: { phone: string } | { userId: string }; action: ThreadAction },
  ): Promise<CallOutcome<true>>;
};

export type ThreadAction = 'take' | 'release' | 'pass';

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
    async controlThread({ phoneNumberId, to, action, ...basics }) {
      const body = {
        messaging_product: 'whatsapp',
        ...('phone' in to ? { to: `+${to.phone}` } : { recipient: to.userId }),
        action,
        ...(action === 'pass' ? { control_pass: { target_role: 'ai_agent' } } : {}),
      };
      const path = `${segment(phoneNumberId)}/thread_control`;
      // Its answer names the product only.
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), () => true as const);
    },
  };
}
