import { type AccountCalls, createAccountCalls } from './account-calls.ts';
import { type CatalogCalls, createCatalogCalls } from './catalog-calls.ts';
import { type ConversionCalls, createConversionCalls } from './conversion-calls.ts';
import { type Caller, type ClientOptions, createCalls, parseGraphBase } from './graph-call.ts';
import { createMediaCalls, type MediaCalls } from './media-calls.ts';
import { downloadMedia, type MediaDownload, type MediaRequest } from './media-download.ts';
import { createMessageCalls, type MessageCalls } from './message-calls.ts';
import { createNumberCalls, type NumberCalls } from './number-calls.ts';
import { createProfileCalls, type ProfileCalls } from './profile-calls.ts';
import { createSettingCalls, type SettingCalls } from './setting-calls.ts';
import { createTemplateCalls, type TemplateCalls } from './template-calls.ts';
import { createUsernameCalls, type UsernameCalls } from './username-calls.ts';
import { createVoiceCalls, type VoiceCalls } from './voice-calls.ts';

export type WhatsAppClient = MessageCalls &
  MediaCalls &
  NumberCalls &
  ProfileCalls &
  SettingCalls &
  UsernameCalls &
  VoiceCalls &
  AccountCalls &
  CatalogCalls &
  TemplateCalls &
  ConversionCalls & {
    /** A call that this client has no function for, answered as Graph answers it. Not for sending messages. */
    forward: Caller;
    /** Streams a file from a URL that `getMediaUrl` or a webhook returned. */
    downloadMedia(request: MediaRequest): Promise<MediaDownload>;
    /**
     * Starts no more calls, waits for those in flight (each has its timeout), then closes the connections; downloads
     * in progress are aborted. A dispatcher that was passed in stays open.
     */
    close(): Promise<void>;
  };

/**
 * Creates a client of the WhatsApp Cloud API. It reuses connections, follows no redirect and retries nothing
 * automatically. One client serves many numbers and tokens; the tokens are passed with each call.
 * @throws TypeError when the base URL or version is invalid
 */
export function createWhatsAppClient(options: ClientOptions): WhatsAppClient {
  const base = parseGraphBase(options.baseUrl, options.version);
  const { call, connections, close } = createCalls(base, options);
  return {
    ...createMessageCalls(call),
    ...createMediaCalls(call),
    ...createNumberCalls(call),
    ...createProfileCalls(call),
    ...createSettingCalls(call),
    ...createUsernameCalls(call),
    ...createVoiceCalls(call),
    ...createAccountCalls(call),
    ...createCatalogCalls(call),
    ...createTemplateCalls(call),
    ...createConversionCalls(call),
    forward: call,
    downloadMedia: async (request) => downloadMedia(await connections(), base, request),
    close,
  };
}
