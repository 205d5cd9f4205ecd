import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { type JsonObject, readId } from './fields.ts';
import { type CallBasics, type Caller, type GraphCall, segment } from './graph-call.ts';
import { type HealthStatus, readHealth } from './read-health.ts';
import { PHONE_NUMBER_FIELDS, type PhoneNumberInfo, readPhoneNumber } from './read-number.ts';
import { type GraphPage, type PageRequest, pageQuery, queryOf, readPage, readSuccess } from './read-page.ts';

type OfNumber = CallBasics & { phoneNumberId: string };
type Done = Promise<CallOutcome<true>>;

/** The content of an empty chat: a welcome event, ice breakers and slash commands. */
export type ConversationalAutomation = {
  enableWelcomeMessage?: boolean;
  /** At most 4, of 80 characters, without emoji. */
  prompts?: readonly string[];
  /** At most 30; names of 32, descriptions of 256 characters. */
  commands?: readonly { name: string; description: string }[];
};

/** Numbers of an account: reading, adding, verifying and registering. */
export type NumberCalls = {
  listPhoneNumbers(
    request: CallBasics & PageRequest & { wabaId: string },
  ): Promise<CallOutcome<GraphPage<PhoneNumberInfo>>>;
  getPhoneNumber(request: OfNumber): Promise<CallOutcome<PhoneNumberInfo>>;
  /** Adds a number to the account; it has to be verified and registered before it can send. */
  addPhoneNumber(
    request: CallBasics & { wabaId: string; countryCode: string; phoneNumber: string; verifiedName: string },
  ): Promise<CallOutcome<{ phoneNumberId: string }>>;
  /** Lets WhatsApp send a six-digit code to the number. @param language  a locale such as `en_US` */
  requestCode(request: OfNumber & { method: 'SMS' | 'VOICE'; language: string }): Done;
  verifyCode(request: OfNumber & { code: string }): Done;
  /** Puts the number on the Cloud API; at most 10 times in 72 hours. @param pin  six digits, its two-step PIN from then on */
  registerNumber(request: OfNumber & { pin: string }): Done;
  deregisterNumber(request: OfNumber): Done;
  /**
   * Has WhatsApp deliver the contacts or the chats of the WhatsApp Business app of a number that is used there as well;
   * each once, within 24 hours of its connection. They come as webhooks.
   */
  requestAppData(request: OfNumber & { what: 'contacts' | 'chats' }): Promise<CallOutcome<{ requestId: string }>>;
  /** Sets or changes the two-step PIN; no call removes it. */
  setTwoStepPin(request: OfNumber & { pin: string }): Done;
  /** This number's own webhook URL, which takes precedence over the account's and the app's; null removes it. */
  setNumberWebhook(request: OfNumber & { override: { callbackUri: string; verifyToken: string } | null }): Done;
  setConversationalAutomation(request: OfNumber & { automation: ConversationalAutomation }): Done;
  /** WhatsApp's health status of sending from a number, an account or with a template. */
  getHealth(request: CallBasics & { nodeId: string }): Promise<CallOutcome<HealthStatus>>;
};

export function createNumberCalls(call: Caller): NumberCalls {
  const post = async (basics: CallBasics, path: string, body: unknown): Done =>
    toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readSuccess);
  const edge = ({ phoneNumberId, ...basics }: OfNumber, name: string, body: unknown): Done =>
    post(basicsOf(basics), `${segment(phoneNumberId)}/${name}`, body);

  return {
    ...createNumberReads(call),
    requestCode: ({ method, language, ...number }) => edge(number, 'request_code', { code_method: method, language }),
    verifyCode: ({ code, ...number }) => edge(number, 'verify_code', { code }),
    registerNumber: ({ pin, ...number }) => edge(number, 'register', { messaging_product: 'whatsapp', pin }),
    async requestAppData({ phoneNumberId, what, ...basics }) {
      const body = {
        messaging_product: 'whatsapp',
        sync_type: what === 'contacts' ? 'smb_app_state_sync' : 'history',
      };
      const path = `${segment(phoneNumberId)}/smb_app_data`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readRequestId);
    },
    deregisterNumber: (number) => edge(number, 'deregister', undefined),
    setTwoStepPin: ({ phoneNumberId, pin, ...basics }) => post(basics, segment(phoneNumberId), { pin }),
    setNumberWebhook: ({ phoneNumberId, override, ...basics }) =>
      post(basics, segment(phoneNumberId), {
        // Documented: an empty URL removes the override.
        webhook_configuration:
          override === null
            ? { override_callback_uri: '' }
            : { override_callback_uri: override.callbackUri, verify_token: override.verifyToken },
      }),
    setConversationalAutomation: ({ automation, ...number }) =>
      edge(number, 'conversational_automation', automationBody(automation)),
  };
}

function createNumberReads(
  call: Caller,
): Pick<NumberCalls, 'listPhoneNumbers' | 'getPhoneNumber' | 'addPhoneNumber' | 'getHealth'> {
  const get = (basics: CallBasics, path: string): ReturnType<Caller> =>
    call({ ...basics, method: 'GET', path } satisfies GraphCall);
  return {
    async listPhoneNumbers({ wabaId, limit, after, ...basics }) {
      const query = queryOf({ fields: PHONE_NUMBER_FIELDS, ...pageQuery({ limit, after }) });
      const outcome = await get(basics, `${segment(wabaId)}/phone_numbers${query}`);
      return toCallOutcome(outcome, (body) => readPage(body, readPhoneNumber));
    },
    async getPhoneNumber({ phoneNumberId, ...basics }) {
      const query = queryOf({ fields: PHONE_NUMBER_FIELDS });
      return toCallOutcome(await get(basics, `${segment(phoneNumberId)}${query}`), readPhoneNumber);
    },
    async addPhoneNumber({ wabaId, countryCode, phoneNumber, verifiedName, ...basics }) {
      const body = { cc: countryCode, phone_number: phoneNumber, verified_name: verifiedName };
      const path = `${segment(wabaId)}/phone_numbers`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readNumberId);
    },
    async getHealth({ nodeId, ...basics }) {
      return toCallOutcome(await get(basics, `${segment(nodeId)}?fields=health_status`), readHealth);
    },
  };
}

/** Only the fields of a call: other fields of the caller's object are not sent. */
function basicsOf({ accessToken, timeoutMs, signal }: CallBasics): CallBasics {
  return {
    accessToken,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function readRequestId(body: JsonObject): { requestId: string } | null {
  const requestId = readId(body, 'request_id');
  return requestId === null ? null : { requestId };
}

function readNumberId(body: JsonObject): { phoneNumberId: string } | null {
  const phoneNumberId = readId(body, 'id');
  return phoneNumberId === null ? null : { phoneNumberId };
}

function automationBody({ enableWelcomeMessage, prompts, commands }: ConversationalAutomation) {
  return {
    ...(enableWelcomeMessage === undefined ? {} : { enable_welcome_message: enableWelcomeMessage }),
    ...(prompts === undefined ? {} : { prompts }),
    ...(commands === undefined
      ? {}
      : {
          commands: commands.map(({ name, description }) => ({ command_name: name, command_description: description })),
        }),
  };
}
