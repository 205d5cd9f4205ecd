import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readList, readName, readPhone, readUserId } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { type ProviderError, parseErrorList } from './provider-error.ts';
import { type GraphPage, type PageRequest, pageQuery, queryOf, readPage, readSuccess } from './read-page.ts';

type OfNumber = CallBasics & { phoneNumberId: string };

export const BUSINESS_VERTICALS = [
  ...(['OTHER', 'AUTO', 'BEAUTY', 'APPAREL', 'EDU', 'ENTERTAIN', 'EVENT_PLAN', 'FINANCE', 'GROCERY', 'GOVT'] as const),
  ...(['HOTEL', 'HEALTH', 'NONPROFIT', 'PROF_SERVICES', 'RETAIL', 'TRAVEL', 'RESTAURANT', 'ALCOHOL'] as const),
  ...(['ONLINE_GAMBLING', 'PHYSICAL_GAMBLING', 'OTC_DRUGS'] as const),
] as const;

/** Longest texts of the profile, in characters. The description follows the guide; the machine-readable file has 256. */
export const PROFILE_LIMITS = { about: 139, address: 256, description: 512, email: 128, website: 256, websites: 2 };

/** The profile of the business that customers see. */
export type BusinessProfile = {
  about: string | null;
  address: string | null;
  description: string | null;
  email: string | null;
  profilePictureUrl: string | null;
  websites: string[];
  vertical: string | null;
};

/** Only given properties change; '' clears a text (the `about` text cannot be cleared). */
export type BusinessProfileChange = {
  about?: string;
  address?: string;
  description?: string;
  email?: string;
  websites?: readonly string[];
  vertical?: string;
  /** From a resumable upload; not a media id. */
  profilePictureHandle?: string;
};

export type BlockedUser = { phone: string | null; userId: string | null };

/** The result for each contact of a block or unblock call: some may fail while others succeed. */
export type BlockOutcome = {
  done: string[];
  failed: { input: string; errors: ProviderError[] }[];
};

/** A link that opens a chat with a prepared text, and its QR code. */
export type MessageLink = { code: string; prefilledMessage: string; deepLinkUrl: string; qrImageUrl: string | null };

export type ProfileCalls = {
  getBusinessProfile(request: OfNumber): Promise<CallOutcome<BusinessProfile>>;
  updateBusinessProfile(request: OfNumber & { change: BusinessProfileChange }): Promise<CallOutcome<true>>;
  listBlockedUsers(request: OfNumber & PageRequest): Promise<CallOutcome<GraphPage<BlockedUser>>>;
  /** Only contacts who wrote within the last 24 hours can be blocked. @param users  phone numbers with plus, or user ids */
  blockUsers(request: OfNumber & { users: readonly string[] }): Promise<CallOutcome<BlockOutcome>>;
  unblockUsers(request: OfNumber & { users: readonly string[] }): Promise<CallOutcome<BlockOutcome>>;
  listMessageLinks(
    request: OfNumber & PageRequest & { image?: 'SVG' | 'PNG' },
  ): Promise<CallOutcome<GraphPage<MessageLink>>>;
  /** Creates a link, or changes the text of the one with this code. */
  saveMessageLink(
    request: OfNumber & { prefilledMessage: string; code?: string; image?: 'SVG' | 'PNG' },
  ): Promise<CallOutcome<MessageLink>>;
  deleteMessageLink(request: OfNumber & { code: string }): Promise<CallOutcome<true>>;
};

const PROFILE_FIELDS = 'about,address,description,email,profile_picture_url,websites,vertical';
const MAX_TEXT = 4_096;

export function createProfileCalls(call: Caller): ProfileCalls {
  return {
    async getBusinessProfile({ phoneNumberId, ...basics }) {
      const path = `${segment(phoneNumberId)}/whatsapp_business_profile${queryOf({ fields: PROFILE_FIELDS })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readProfile);
    },
    async updateBusinessProfile({ phoneNumberId, change, ...basics }) {
      const { profilePictureHandle: handle, ...texts } = change;
      const body = {
        messaging_product: 'whatsapp',
        ...texts,
        ...(handle === undefined ? {} : { profile_picture_handle: handle }),
      };
      const path = `${segment(phoneNumberId)}/whatsapp_business_profile`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readSuccess);
    },
    ...createBlockCalls(call),
    ...createLinkCalls(call),
  };
}

function createBlockCalls(call: Caller): Pick<ProfileCalls, 'listBlockedUsers' | 'blockUsers' | 'unblockUsers'> {
  const change =
    (method: 'POST' | 'DELETE', key: 'added_users' | 'removed_users') =>
    async ({ phoneNumberId, users, ...basics }: OfNumber & { users: readonly string[] }) => {
      const body = { messaging_product: 'whatsapp', block_users: users.map((user) => ({ user })) };
      const path = `${segment(phoneNumberId)}/block_users`;
      return toCallOutcome(await call({ ...basics, method, path, body }), (answer) => readBlocked(answer, key));
    };
  return {
    async listBlockedUsers({ phoneNumberId, limit, after, ...basics }) {
      const path = `${segment(phoneNumberId)}/block_users${queryOf(pageQuery({ limit, after }))}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), (body) => readPage(body, readBlockedUser));
    },
    blockUsers: change('POST', 'added_users'),
    unblockUsers: change('DELETE', 'removed_users'),
  };
}

function createLinkCalls(
  call: Caller,
): Pick<ProfileCalls, 'listMessageLinks' | 'saveMessageLink' | 'deleteMessageLink'> {
  return {
    async listMessageLinks({ phoneNumberId, limit, after, image, ...basics }) {
      const picture = image === undefined ? '' : `,qr_image_url.format(${image})`;
      const fields = `code,prefilled_message,deep_link_url${picture}`;
      const path = `${segment(phoneNumberId)}/message_qrdls${queryOf({ fields, ...pageQuery({ limit, after }) })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), (body) => readPage(body, readLink));
    },
    async saveMessageLink({ phoneNumberId, prefilledMessage, code, image, ...basics }) {
      const body = {
        prefilled_message: prefilledMessage,
        ...(code === undefined ? {} : { code }),
        ...(image === undefined ? {} : { generate_qr_image: image }),
      };
      const path = `${segment(phoneNumberId)}/message_qrdls`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readLink);
    },
    async deleteMessageLink({ phoneNumberId, code, ...basics }) {
      const path = `${segment(phoneNumberId)}/message_qrdls/${segment(code)}`;
      return toCallOutcome(await call({ ...basics, method: 'DELETE', path }), readSuccess);
    },
  };
}

function readProfile(body: JsonObject): BusinessProfile | null {
  const node = readList(body, 'data')[0];
  if (!isObject(node)) return null;
  return {
    about: readName(node, 'about', MAX_TEXT),
    address: readName(node, 'address', MAX_TEXT),
    description: readName(node, 'description', MAX_TEXT),
    email: readName(node, 'email', MAX_TEXT),
    profilePictureUrl: readName(node, 'profile_picture_url', MAX_TEXT),
    websites: readList(node, 'websites').filter((address) => typeof address === 'string'),
    vertical: readName(node, 'vertical', 255),
  };
}

function readBlockedUser(row: JsonObject): BlockedUser | null {
  const phone = readPhone(row, 'wa_id');
  const userId = readUserId(row, 'user_id');
  return phone === null && userId === null ? null : { phone, userId };
}

function readBlocked(body: JsonObject, key: string): BlockOutcome | null {
  const lists = body.block_users;
  if (!isObject(lists)) return null;
  const inputOf = (row: JsonObject): string | null => readName(row, 'input', MAX_TEXT);
  return {
    done: readList(lists, key).flatMap((row) => (isObject(row) ? (inputOf(row) ?? []) : [])),
    failed: readList(lists, 'failed_users').flatMap((row) => {
      const input = isObject(row) ? inputOf(row) : null;
      return isObject(row) && input !== null ? [{ input, errors: parseErrorList(readList(row, 'errors')) }] : [];
    }),
  };
}

function readLink(row: JsonObject): MessageLink | null {
  const code = readName(row, 'code', 255);
  const deepLinkUrl = readName(row, 'deep_link_url', MAX_TEXT);
  if (code === null || deepLinkUrl === null) return null;
  return {
    code,
    deepLinkUrl,
    prefilledMessage: readName(row, 'prefilled_message', MAX_TEXT) ?? '',
    qrImageUrl: readName(row, 'qr_image_url', MAX_TEXT),
  };
}
