/** The parsed content of a webhook delivery: the types that `parseWebhook` returns. */
import type { FieldUpdate } from './field-updates.ts';
import type { ProviderError } from './provider-error.ts';
import type {
  CallOffer,
  CallProgress,
  InboundMessage,
  MalformedReason,
  MessageStatus,
  Routing,
} from './webhook-events.ts';

export type ParsedWebhook = { ok: true; events: WebhookEvent[] } | { ok: false; reason: UnreadableReason };

export type UnreadableReason = 'unreadable_json' | 'not_an_object' | 'not_whatsapp' | 'no_entries';

export type WebhookEvent =
  | { kind: 'message'; routing: Routing; message: InboundMessage }
  /** A customer calls. */
  | { kind: 'call'; routing: Routing; call: CallOffer }
  /** A call of the business goes on. */
  | { kind: 'call_progress'; routing: Routing; progress: CallProgress }
  | { kind: 'status'; routing: Routing; status: MessageStatus }
  | { kind: 'account_error'; routing: Routing; error: ProviderError }
  | { kind: 'update'; routing: Routing; field: string; value: unknown; update: FieldUpdate }
  | { kind: 'other'; routing: Routing; field: string; value: unknown }
  | { kind: 'malformed'; routing: Routing; reason: MalformedReason; raw: unknown };
