import type { Reply } from '../http/exchange.ts';
import { type GraphCall, pickFields, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { type JsonObject, listAt, objectIn, onlyKeys, textAt, tooLong, wrong } from './shape.ts';

const defaults = ['about', 'address', 'description', 'email', 'profile_picture_url', 'websites', 'vertical'];

const longest: Readonly<Record<string, number>> = { about: 139, address: 256, description: 512, email: 128 };

const verticals = [
  ...['OTHER', 'AUTO', 'BEAUTY', 'APPAREL', 'EDU', 'ENTERTAIN', 'EVENT_PLAN', 'FINANCE', 'GROCERY', 'GOVT', 'HOTEL'],
  ...['HEALTH', 'NONPROFIT', 'PROF_SERVICES', 'RETAIL', 'TRAVEL', 'RESTAURANT', 'ALCOHOL', 'ONLINE_GAMBLING'],
  ...['PHYSICAL_GAMBLING', 'OTC_DRUGS', 'NOT_A_BIZ', ''],
];

/** `GET /{phone_number_id}/whatsapp_business_profile`: a list of one. */
export function readProfile(call: GraphCall): Reply {
  requireNumber(call);
  const empty = Object.fromEntries(defaults.map((field) => [field, undefined]));
  const node = { ...empty, messaging_product: 'whatsapp', ...call.account.number.profile };
  const profile = pickFields(node, call.exchange.url.searchParams, ['about', 'vertical']);
  return { status: 200, json: { data: [{ ...profile, messaging_product: 'whatsapp' }] } };
}

/** `POST /{phone_number_id}/whatsapp_business_profile`: only given properties change. */
export async function writeProfile(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  checkProduct(body);
  onlyKeys(body, 'body', ['messaging_product', 'profile_picture_handle', ...defaults]);
  const { messaging_product: _product, profile_picture_handle: handle, ...given } = body;
  check(given);
  const picture = handle === undefined ? {} : { profile_picture_url: `https://pps.whatsapp.net/v/${String(handle)}` };
  return change(call, (account) => {
    account.number = { ...account.number, profile: { ...account.number.profile, ...given, ...picture } };
  });
}

function check(given: JsonObject): void {
  for (const [field, max] of Object.entries(longest)) {
    const text = textAt(given, field, field, { max, optional: true });
    if (field === 'about' && text === '') throw wrong('about', 'must not be empty');
  }
  if (given.email !== undefined && given.email !== '' && !/^[^@\s]+@[^@\s]+$/.test(String(given.email))) {
    throw wrong('email', 'must be an address');
  }
  if (given.vertical !== undefined && !verticals.includes(String(given.vertical))) {
    throw wrong('vertical', 'is no such industry');
  }
  if (given.websites === undefined) return;
  for (const website of listAt(given, 'websites', 'websites', 0, 2)) {
    if (typeof website !== 'string' || !/^https?:\/\/\S+$/.test(website)) throw wrong('websites', 'must be addresses');
    if (website.length > 256) throw tooLong('websites', 256);
  }
}

/** `POST /{phone_number_id}/conversational_automation`. */
export async function writeAutomation(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  onlyKeys(body, 'body', ['enable_welcome_message', 'prompts', 'commands']);
  if (body.prompts !== undefined) {
    for (const prompt of listAt(body, 'prompts', 'prompts', 0, 4)) {
      if (typeof prompt !== 'string' || prompt.length > 80) throw wrong('prompts', 'must be texts of 80 characters');
    }
  }
  if (body.commands !== undefined) {
    for (const command of listAt(body, 'commands', 'commands', 0, 30)) {
      const bag = objectIn(command, 'commands');
      textAt(bag, 'command_name', 'command_name', { max: 32 });
      textAt(bag, 'command_description', 'command_description', { max: 256 });
    }
  }
  return change(call, (account) => {
    account.number = { ...account.number, automation: { ...account.number.automation, ...body } };
  });
}
