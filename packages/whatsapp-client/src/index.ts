export type {
  AccountCalls,
  BusinessAccountInfo,
  FieldSubscription,
  SubscribedApp,
  TokenInfo,
} from './account-calls.ts';
export {
  buildSendBody,
  type MessageContent,
  type OutgoingMessage,
  type Recipient,
  SENDABLE_TYPES,
  type SendableType,
  withHeaderFile,
} from './build-message.ts';
export type {
  CallOutcome,
  Refused,
  RetryLater,
  RetryReason,
  SendOutcome,
  Unknown,
  UnknownReason,
} from './call-outcome.ts';
export type { Catalog, CatalogCalls, CatalogProduct, CommerceSettings } from './catalog-calls.ts';
export { createWhatsAppClient, type WhatsAppClient } from './client.ts';
export type { ContentProblem } from './content-problems.ts';
export type { Conversion, ConversionCalls } from './conversion-calls.ts';
export type { Backoff, ErrorEffect, ErrorRule, RetryRule } from './error-catalogue/rule.ts';
export { type ClassifiedError, classifyError, ERROR_CATALOGUE, type KnownErrorCode, retryDelayMs } from './errors.ts';
export type {
  AccountUpdate,
  AppContactUpdate,
  EchoUpdate,
  FieldUpdate,
  GroupUpdate,
  HandoverUpdate,
  HistoryUpdate,
  Holder,
  NoticedEvent,
  NumberUpdate,
  PreferenceUpdate,
  TemplateChangeNotice,
  TemplateUpdate,
} from './field-updates.ts';
export type { CallBasics, ClientOptions } from './graph-call.ts';
export type { MediaCalls, MediaInfo, UploadFile } from './media-calls.ts';
export { type MediaDownload, type MediaRequest, MediaTooLargeError } from './media-download.ts';
export {
  INBOUND_MEDIA_BYTES,
  MEDIA_LIMITS,
  mediaProblem,
  type SendableMedia,
  STILL_STICKER_BYTES,
} from './media-limits.ts';
export type { MarketingOptions, MessageCalls, SendRequest, ThreadAction } from './message-calls.ts';
export type { ConversationalAutomation, NumberCalls } from './number-calls.ts';
export { KEPT_FIELDS, type KeptReason, READ_FIELDS, SUBSCRIBED_FIELDS } from './parse-field.ts';
export { parseWebhook } from './parse-webhook.ts';
export type { ParsedWebhook, UnreadableReason, WebhookEvent } from './parsed-webhook.ts';
export {
  type BlockedUser,
  type BlockOutcome,
  BUSINESS_VERTICALS,
  type BusinessProfile,
  type BusinessProfileChange,
  type MessageLink,
  PROFILE_LIMITS,
  type ProfileCalls,
} from './profile-calls.ts';
export { type ProviderError, parseErrorEnvelope } from './provider-error.ts';
export type { HealthState, HealthStatus } from './read-health.ts';
export type { PhoneNumberInfo } from './read-number.ts';
export type { GraphPage, PageRequest } from './read-page.ts';
export {
  CALL_DAYS,
  type CallChange,
  type CallHours,
  type CallSettings,
  DATA_LOCALIZATION_REGIONS,
  type NumberSettings,
  type SettingCalls,
} from './setting-calls.ts';
export { answerHandshake, type HandshakeQuery, isSignature, verifySignature } from './signature.ts';
export type {
  CreatedTemplate,
  TemplateCalls,
  TemplateChange,
  TemplateDraft,
  TemplateFilter,
  TemplateInfo,
  TemplateSelection,
} from './template-calls.ts';
export { CONTENT_LIMITS, validateContent } from './validate-content.ts';
export { INTERACTIVE_LIMITS } from './validate-interactive.ts';
export { TEMPLATE_SEND_LIMITS } from './validate-template.ts';
export type { CallPermission, VoiceCalls } from './voice-calls.ts';
export type {
  ButtonContent,
  CallOffer,
  CallProgress,
  EventFlag,
  InboundContent,
  InboundContext,
  InboundMessage,
  KnownStatus,
  MalformedReason,
  MediaContent,
  MessageStatus,
  Routing,
  Sender,
  SentTemplate,
  SystemContent,
} from './webhook-events.ts';
