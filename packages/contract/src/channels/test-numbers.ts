import { z } from 'zod';
import { id, nameText, pathId, phoneInput } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';

/** A real phone that test sends (`source` BROADCAST_SANDBOX) may reach on channels that are no sandbox. */
export const testNumber = z.strictObject({
  id: z.string(),
  name: z.string(),
  phone_number: z.string(),
  /** WAITING until the phone itself sent its code to a number of the account. */
  state: z.enum(['WAITING', 'VERIFIED']),
  /** The text to send, such as `Test 123456`; null afterwards. */
  code: z.string().nullable(),
  verified_at: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type TestNumber = z.output<typeof testNumber>;

export const testNumberRoutes = defineRoutes({
  'GET /api/sandbox/test-numbers': {
    access: 'User',
    summary: 'The real phones that test sends may reach, at most 10.',
    responses: { 200: z.strictObject({ data: z.array(testNumber) }) },
  },
  'POST /api/sandbox/test-numbers': {
    audit: 'channels.test_phone_added',
    access: 'User',
    summary: 'Another phone for test sends; it counts once it wrote its code by WhatsApp.',
    body: z.strictObject({ id, name: nameText, phone_number: phoneInput }),
    responses: { 200: testNumber, 201: testNumber },
  },
  'DELETE /api/sandbox/test-numbers/{id}': {
    audit: 'channels.test_phone_removed',
    access: 'User',
    summary: 'Test sends do not reach this phone any more.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
});
