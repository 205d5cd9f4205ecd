import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '../engine/core.ts';
import { bearerOf, type Exchange, type Reply } from '../http/exchange.ts';
import { createLoginCode, decideTemplateReview, sendFieldUpdate } from './account-events.ts';
import { deleteAccount, getAccount, putAccount, resetAccount } from './accounts.ts';
import { sayAsAgent } from './agent.ts';
import { createBulkPhones } from './bulk-phones.ts';
import { type ControlCall, ControlFault, type ControlHandler, readObject } from './call.ts';
import { createGroup } from './groups.ts';
import { getMedia, uploadForPhone } from './media.ts';
import { listMessages, listSends, pollUpdates, writeMessage } from './messages.ts';
import { changeDevice, changeNumber } from './number-changes.ts';
import { answerCall, getCall, hangUp, startCall } from './phone-calls.ts';
import { createPhone, getPhone, listPhones, patchPhone, readPhone } from './phones.ts';
import { clearFaults, getClock, getFaults, listTraffic, replayTraffic, setClock, setFaults } from './settings.ts';
import { play, tap } from './taps.ts';

/** By method and path; `*` is a variable part. */
const routes: Readonly<Record<string, ControlHandler>> = {
  'DELETE faults': clearFaults,
  'DELETE phones/*/calls': hangUp,
  'GET account': getAccount,
  'GET books': listSends,
  'GET clock': getClock,
  'GET faults': getFaults,
  'GET media/*': getMedia,
  'GET phones': listPhones,
  'GET phones/*': getPhone,
  'GET phones/*/calls': getCall,
  'GET phones/*/messages': listMessages,
  'GET phones/*/updates': pollUpdates,
  'GET traffic': listTraffic,
  'PATCH phones/*': patchPhone,
  'POST clock': setClock,
  'POST faults': setFaults,
  'POST groups': createGroup,
  'POST login-code': createLoginCode,
  'POST media': uploadForPhone,
  'POST phones': createPhone,
  'POST phones/*': postPhones,
  'POST phones/*/agent': sayAsAgent,
  'POST phones/*/calls': startCall,
  'POST phones/*/device': changeDevice,
  'POST phones/*/messages': writeMessage,
  'POST phones/*/number': changeNumber,
  'POST phones/*/plays': play,
  'POST phones/*/read': readPhone,
  'POST phones/*/taps': tap,
  'POST reset': resetAccount,
  'POST templates/*': decideTemplateReview,
  'POST traffic/*/replay': replayTraffic,
  'POST webhooks': sendFieldUpdate,
  'PUT phones/*/calls': answerCall,
};

/** `POST …/phones/many`: the only name allowed in place of a phone's id. */
function postPhones(call: ControlCall): Promise<Reply> {
  if (call.parts[0] !== 'many') throw new ControlFault(404, 'not_found', 'Nothing is here');
  return createBulkPhones(call);
}

/** Parts that are names of routes; all others are values. */
const names = new Set(Object.keys(routes).flatMap((key) => (key.split(' ')[1] ?? '').split('/')));

/** Answers a call to `/simulator/control/…`. Responses wait for the database. */
export async function answerControl(core: Core, exchange: Exchange): Promise<Reply> {
  try {
    const reply = await dispatch(core, exchange);
    await core.database.committed();
    return reply;
  } catch (error) {
    if (!(error instanceof ControlFault)) throw error;
    await core.database.committed();
    return { status: error.status, json: { error: { code: error.code, message: error.message } } };
  }
}

async function dispatch(core: Core, exchange: Exchange): Promise<Reply> {
  const path = decodePath(exchange.url.pathname.slice('/simulator/control/'.length));
  const [first, phoneNumberId] = path;
  const token = bearerOf(exchange.request);
  if (first === 'accounts') {
    requireOperator(core, token);
    if (phoneNumberId && path.length === 2 && exchange.method === 'PUT') {
      return putAccount(core, phoneNumberId, await readObject(exchange));
    }
    if (phoneNumberId && path.length === 2 && exchange.method === 'DELETE') return deleteAccount(core, phoneNumberId);
    throw new ControlFault(404, 'not_found', 'Nothing is here');
  }
  const account = token === null ? null : core.accounts.findByToken(token);
  if (!account) throw new ControlFault(401, 'unauthorized', "A sandbox account's own token is needed");
  // The second of several parts is always a value, even when it equals a name.
  const key = path.map((part, index) => (index !== 1 && names.has(part) ? part : '*')).join('/');
  const handle = routes[`${exchange.method} ${key}`];
  if (!handle) throw new ControlFault(404, 'not_found', 'Nothing is here');
  return handle({ core, account, exchange, parts: path.filter((_part, index) => index === 1) });
}

/** @throws ControlFault 403 when this simulator has no operator, 401 for a wrong secret */
function requireOperator(core: Core, token: string | null): void {
  const { secret } = core.settings;
  if (secret === null)
    throw new ControlFault(403, 'no_operator', 'This simulator was started without an operator secret');
  if (token === null || !isSame(token, secret))
    throw new ControlFault(401, 'unauthorized', 'The operator secret is needed');
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function decodePath(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new ControlFault(404, 'not_found', 'Nothing is here');
  }
}
