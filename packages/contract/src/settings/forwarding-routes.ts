import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, pathId, timestamp, version } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';

export const forwardingKinds = ['webhook', 'syslog'] as const;

export const auditForwarding = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(forwardingKinds),
  /** Of a webhook its URL; of syslog `tls://host:port` or `tcp://host:port`. */
  address: z.string(),
  /** PEM, of syslog over TLS; null: public authorities. */
  ca_certificate: z.string().nullable(),
  state: z.enum(['active', 'paused']),
  /** Events that the receiver took. */
  forwarded: z.number().int(),
  /** Events that wait, up to 1,000. */
  behind: z.number().int(),
  last_forwarded_at: timestamp.nullable(),
  last_error: ourText().nullable(),
  last_error_at: timestamp.nullable(),
  /** When it tries again after an error; null: the last attempt succeeded, or it is paused. */
  retry_at: timestamp.nullable(),
  created_at: timestamp,
  version,
});
export type AuditForwarding = z.output<typeof auditForwarding>;

const withSecret = auditForwarding.extend({
  /** Signs what a webhook gets; null for syslog. */
  secret: z.string().nullable(),
});

const fields = {
  name: nameText,
  address: z.string().trim().min(1).max(500),
  ca_certificate: z
    .string()
    .trim()
    .max(20_000)
    .refine((text) => text.startsWith('-----BEGIN CERTIFICATE-----'), 'Paste a certificate in PEM.')
    .nullable(),
};
const needed = { access: 'Admin', permission: 'audit.view' } as const;

export const forwardingRoutes = defineRoutes({
  'GET /api/audit-forwardings': {
    ...needed,
    summary: 'Where the audit log is forwarded to, and how far.',
    responses: { 200: z.strictObject({ data: z.array(auditForwarding) }) },
  },
  'POST /api/audit-forwardings': {
    ...needed,
    idempotencyKey: true,
    summary:
      'Forward the audit log to another address, in its order. A webhook’s secret is answered here only. At most five an account.',
    body: z.strictObject({
      id: id.optional(),
      kind: z.enum(forwardingKinds),
      ...fields,
      ca_certificate: fields.ca_certificate.default(null),
      /** What the log has already comes first. */
      include_past: z.boolean().default(false),
    }),
    responses: { 200: withSecret, 201: withSecret },
  },
  'PUT /api/audit-forwardings/{id}': {
    ...needed,
    summary: 'Change it, pause it, or go on where it was paused.',
    params: z.strictObject({ id: pathId }),
    body: z.strictObject({ ...fields, state: z.enum(['active', 'paused']), version }).partial(),
    responses: { 200: auditForwarding },
  },
  'POST /api/audit-forwardings/{id}/test': {
    ...needed,
    summary: 'Send a test event now and say what came of it.',
    params: z.strictObject({ id: pathId }),
    responses: {
      200: z.strictObject({
        /** Null: the receiver took it. */
        error: ourText().nullable(),
      }),
    },
  },
  'DELETE /api/audit-forwardings/{id}': {
    ...needed,
    summary: 'Stop forwarding.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
});
