import type { Transporter } from 'nodemailer';
import { isLoopback } from '../config.ts';
import type { RenderedEmail } from './email.ts';

export type OutgoingEmail = RenderedEmail & { id: string; to: string; subject: string };

/**
 * The result of an attempt. `refused`: this email will never be accepted; `later`: the server or the connection
 * failed.
 */
export type DeliveryResult = { kind: 'sent' } | { kind: 'refused' | 'later'; reason: string };

export type MailTransport = { send(email: OutgoingEmail): Promise<DeliveryResult>; close(): void };

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 30_000;

/**
 * Sends through the operator's mail server. Without TLS from the first byte (`smtps:`) the connection must be
 * upgraded before anything is sent, except on this machine.
 * @param smtpUrl `smtp[s]://[user:password@]host[:port][?from=Name <address>]`
 * @param publicUrl supplies the sender's domain when neither `from` nor the user is an address
 */
export function createSmtpTransport(smtpUrl: string, publicUrl: string): MailTransport {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const domain = new URL(publicUrl).hostname;
  const from =
    url.searchParams.get('from') ?? (user.includes('@') ? `Parley <${user}>` : `Parley <no-reply@${domain}>`);
  let transport: Promise<Transporter> | undefined;
  const open = async () => (await import('nodemailer')).default.createTransport(smtpOptions(smtpUrl));
  return {
    async send({ id, to, subject, text, html, attachments = [] }) {
      try {
        transport ??= open();
        await (await transport).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ filename, contentType, base64 }) => ({
            filename,
            contentType,
            content: base64,
            encoding: 'base64',
          })),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return receiptOf(error);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** The connection settings of a mail server. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback(url.hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A 5xx to the email itself is final; one to the greeting or the login is for the operator to fix. */
function receiptOf(error: unknown): DeliveryResult {
  const { responseCode, command, message } = error as { responseCode?: number; command?: string; message?: string };
  const aboutEmail = command !== undefined && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  const final = aboutEmail && responseCode !== undefined && responseCode >= 500;
  return { kind: final ? 'refused' : 'later', reason: (message ?? String(error)).slice(0, 500) };
}
