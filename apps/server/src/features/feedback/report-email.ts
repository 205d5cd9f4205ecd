import { said } from '@parley/contract/said';
import type { BugReportDetail } from '@parley/contract/types';
import type { Email } from '../../platform/mail/email.ts';
import type { Screenshot } from '../media/public.ts';

export const severities = {
  cosmetic: said('Cosmetic'),
  slows: said('Slows work down'),
  blocks: said('Blocks work'),
} as const;

export type ReportContext = {
  report: BugReportDetail;
  reporter: string;
  account: string;
  screenshots: readonly Screenshot[];
};

/**
 * A report for the member who works on it: what was written, then everything that the reporter agreed to send.
 * @param shown what becomes of texts that members wrote
 */
export function reportEmail(
  to: string,
  { report, reporter, account, screenshots }: ReportContext,
  shown: (text: string) => string,
): Email {
  const { details, conversation } = report;
  return {
    kind: 'feedback.bug_report',
    to,
    subject: `Bug report #${report.number}: ${shown(report.title)}`,
    lines: [
      { written: shown(report.what_happened) },
      ...(report.expected === null ? [] : [`Expected: ${shown(report.expected)}`]),
      `Severity: ${severities[report.severity]}`,
      shown(`Reported by ${reporter}, ${account}`),
      report.reply_to === null ? 'The reporter does not want to be contacted.' : `Answer to ${report.reply_to}`,
    ],
    notes: [
      ...(details === null ? [] : [said('Technical details:'), { written: shown(JSON.stringify(details, null, 2)) }]),
      ...(conversation === null ? [] : [{ written: shown(JSON.stringify(conversation, null, 2)) }]),
    ],
    attachments: screenshots.map(({ bytes }, index) => ({
      filename: `screenshot-${index + 1}.webp`,
      contentType: 'image/webp',
      base64: bytes.toString('base64'),
    })),
  };
}

/** For an address that anyone can have entered: nothing that a member wrote is in it. */
export function confirmReportsEmail(to: string, code: string, minutes: number): Email {
  return {
    kind: 'feedback.confirm_address',
    to,
    subject: 'Confirm the address for bug reports',
    lines: ['A team that uses Parley wants to send bug reports to this address. To agree, give its Admin this code:'],
    code,
    notes: [
      `It works once, within ${minutes} minutes.`,
      'If you did not expect this, you can ignore this email. Nothing is sent to you.',
    ],
  };
}

/** The body of a webhook call, with the same content. */
export function reportEvent({ report, reporter, account, screenshots }: ReportContext): object {
  const { delivery: _delivery, created_by: _author, version: _version, ...content } = report;
  return {
    type: 'bug_report.created',
    timestamp: report.created_at,
    data: {
      ...content,
      reporter: { name: reporter },
      account: { name: account },
      screenshots: screenshots.map(({ bytes, width, height }) => ({
        mime_type: 'image/webp',
        width,
        height,
        base64: bytes.toString('base64'),
      })),
    },
  };
}
