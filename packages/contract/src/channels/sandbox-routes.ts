import { z } from 'zod';
import { id, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeNumberBody,
  clockBody,
  createGroupBody,
  createPhoneBody,
  createSandboxContactsBody,
  sandboxBehaviour,
  sandboxCall,
  sandboxFaults,
  sandboxPhone,
  sandboxPhoneMessage,
  sandboxTraffic,
  tapBody,
  writeAsCustomerBody,
} from './sandbox-schema.ts';
import { savedScenario, scenario } from './scenario.ts';
import { channel } from './schema.ts';

const phoneParams = z.strictObject({ phone_id: pathId });
/** Largest file a customer can send. */
const mostFileBytes = 100 * 1024 * 1024;
const done = { 204: z.undefined() };

export const sandboxRoutes = defineRoutes({
  'GET /api/sandbox': {
    access: 'User',
    summary: 'The sandbox channel, its simulated phones and what goes wrong on purpose; wakes the simulator.',
    responses: {
      200: z.strictObject({
        channel,
        phones: z.array(sandboxPhone),
        faults: sandboxFaults,
        /** Simulated contacts besides those phones. */
        people: z.number().int(),
      }),
    },
  },
  'POST /api/sandbox/phones': {
    access: 'User',
    summary: 'Another simulated customer phone.',
    body: createPhoneBody,
    responses: { 201: sandboxPhone },
  },
  'POST /api/sandbox/groups': {
    access: 'User',
    summary:
      'A WhatsApp group of three simulated customers, made up as far as there are none. Its id is used as that of a phone.',
    body: createGroupBody,
    responses: { 201: sandboxPhone },
  },
  'PUT /api/sandbox/phones/{phone_id}': {
    access: 'User',
    summary: 'How a simulated phone behaves.',
    params: phoneParams,
    body: sandboxBehaviour,
    responses: { 200: sandboxPhone },
  },
  'POST /api/sandbox/phones/{phone_id}/messages': {
    access: 'User',
    summary: 'The simulated customer writes.',
    params: phoneParams,
    body: writeAsCustomerBody,
    responses: { 200: sandboxPhoneMessage, 201: sandboxPhoneMessage },
  },
  'POST /api/sandbox/phones/{phone_id}/number': {
    access: 'User',
    summary: 'The simulated customer goes on under another number, made up if none is given; WhatsApp tells the team.',
    params: phoneParams,
    body: changeNumberBody,
    responses: { 200: sandboxPhone },
  },
  'POST /api/sandbox/phones/{phone_id}/taps': {
    access: 'User',
    summary: 'The simulated customer taps a button, or chooses a row of a list.',
    params: phoneParams,
    body: tapBody,
    responses: { 201: sandboxPhoneMessage },
  },
  'POST /api/sandbox/phones/{phone_id}/plays': {
    access: 'User',
    summary: 'The simulated customer listens to a voice message.',
    params: phoneParams,
    body: z.strictObject({ message_id: z.string().min(1).max(255) }),
    responses: done,
  },
  'GET /api/sandbox/phones/{phone_id}/updates': {
    access: 'User',
    summary: "What changed in a simulated phone's messages since a cursor; waits up to `timeout` seconds.",
    params: phoneParams,
    query: z.strictObject({
      cursor: z.string().max(40).optional(),
      timeout: z.coerce.number().min(0).max(30).default(25),
    }),
    responses: {
      200: z.strictObject({ cursor: z.string(), phone: sandboxPhone, messages: z.array(sandboxPhoneMessage) }),
    },
  },
  'POST /api/sandbox/phones/{phone_id}/read': {
    access: 'User',
    summary: 'The simulated customer opens the chat and reads everything.',
    params: phoneParams,
    responses: done,
  },
  'GET /api/sandbox/phones/{phone_id}/calls': {
    access: 'User',
    summary: 'The present or last call of a simulated phone; null without one.',
    params: phoneParams,
    responses: { 200: sandboxCall },
  },
  'POST /api/sandbox/phones/{phone_id}/calls': {
    access: 'User',
    summary: 'The simulated customer calls.',
    params: phoneParams,
    responses: { 201: sandboxCall },
  },
  'PUT /api/sandbox/phones/{phone_id}/calls': {
    access: 'User',
    summary: 'The simulated customer takes a call of the business.',
    params: phoneParams,
    responses: { 200: sandboxCall },
  },
  'DELETE /api/sandbox/phones/{phone_id}/calls': {
    access: 'User',
    summary: 'The simulated customer declines or hangs up.',
    params: phoneParams,
    responses: { 200: sandboxCall },
  },
  'POST /api/sandbox/media': {
    access: 'User',
    summary: 'A file for a simulated phone to send by its id. The body is the file, its type the Content-Type.',
    rawBody: { maxBytes: mostFileBytes },
    responses: { 201: z.strictObject({ id: z.string(), mime_type: z.string(), size_bytes: z.number().int() }) },
  },
  'GET /api/sandbox/media/{media_id}': {
    access: 'User',
    summary: 'The bytes of a file that a simulated phone got or sent.',
    params: z.strictObject({ media_id: pathId }),
    file: ['application/octet-stream'],
    responses: { 200: z.unknown() },
  },
  'PUT /api/sandbox/clock': {
    access: 'User',
    summary: 'From now on the sandbox lives so many milliseconds ahead of the real time.',
    body: clockBody,
    responses: { 200: channel },
  },
  'PUT /api/sandbox/faults': {
    access: 'User',
    summary: 'What goes wrong on purpose; what is left out stays.',
    body: sandboxFaults.partial(),
    responses: { 200: sandboxFaults },
  },
  'GET /api/sandbox/traffic': {
    access: 'User',
    summary:
      'The newest calls and webhooks between the team and the simulated WhatsApp, newest first, at most 200; and the faults that are left.',
    responses: { 200: z.strictObject({ data: z.array(sandboxTraffic), faults: sandboxFaults }) },
  },
  'POST /api/sandbox/traffic/{cursor}/replay': {
    access: 'User',
    summary: 'Posts a webhook once more, byte by byte, or makes a call once more; a send sends again.',
    params: z.strictObject({ cursor: pathId }),
    responses: { 200: z.strictObject({ status: z.number().int().nullable() }) },
  },
  'POST /api/sandbox/people': {
    access: 'User',
    summary:
      'A range of the simulated contacts, as phones and as contacts of the list “Sandbox contacts”; again: the same ones.',
    body: createSandboxContactsBody,
    responses: { 200: z.strictObject({ people: z.number().int() }) },
  },
  'POST /api/sandbox/reset': {
    audit: 'channels.sandbox_reset',
    access: 'User',
    summary: 'Empties the sandbox: its phones, conversations, simulated contacts, clock and faults.',
    body: z.strictObject({ confirm: z.literal(true) }),
    responses: done,
  },
  'GET /api/sandbox/scenarios': {
    access: 'User',
    summary: 'The scenarios the account keeps, newest first, at most 200.',
    responses: { 200: z.strictObject({ data: z.array(savedScenario) }) },
  },
  'POST /api/sandbox/scenarios': {
    access: 'User',
    summary: 'Saves a scenario, replacing the one with this id.',
    body: z.strictObject({ id, scenario }),
    responses: { 200: savedScenario, 201: savedScenario },
  },
  'DELETE /api/sandbox/scenarios/{id}': {
    access: 'User',
    summary: 'Forgets a scenario.',
    params: z.strictObject({ id: pathId }),
    responses: done,
  },
});
