import nodemailer from 'nodemailer';
import { isLoopback } from '../config.ts';
import type { RenderedLetter } from './letter.ts';

export type OutgoingLetter = RenderedLetter & { id: string; to: string; subject: string };

/** How a try ended. `refused`: this letter will never be taken; `later`: the server or the way to it is at fault. */
export type Receipt = { kind: 'sent' } | { kind: 'refused' | 'later'; reason: string };

export type MailTransport = { send(letter: OutgoingLetter): Promise<Receipt>; close(): void };

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 30_000;

/**
 * Sends through the operator's mail server. Without TLS from the first byte (`smtps:`) the connection must become
 * encrypted before anything is said, except on this machine.
 * @param smtpUrl `smtp[s]://[user:password@]host[:port][?from=Name <address>]`
 * @param publicUrl names the sender when neither `from` nor the user is an address
 */
export function createSmtpTransport(smtpUrl: string, publicUrl: string): MailTransport {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const domain = new URL(publicUrl).hostname;
  const from =
    url.searchParams.get('from') ?? (user.includes('@') ? `Parley <${user}>` : `Parley <no-reply@${domain}>`);
  const transport = nodemailer.createTransport(smtpOptions(smtpUrl));
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return receiptOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** How a mail server is reached. */
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

/** A 5xx to the letter itself is final; one to the greeting or the login is the operator's to mend. */
function receiptOf(error: unknown): Receipt {
  const { responseCode, command, message } = error as { responseCode?: number; command?: string; message?: string };
  const aboutLetter = command !== undefined && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  const final = aboutLetter && responseCode !== undefined && responseCode >= 500;
  return { kind: final ? 'refused' : 'later', reason: (message ?? String(error)).slice(0, 500) };
}
