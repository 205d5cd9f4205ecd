import type { Issue } from './forge.ts';
import { type ReportContext, severities } from './report-email.ts';

/**
 * A report as an issue. Everyone who can read the repository reads it, so customer data, screenshots and the reporter's
 * address stay in the account.
 */
export function reportIssue({ report, reporter, account, screenshots }: ReportContext): Issue {
  const { details, conversation } = report;
  const inAccount = [
    ...(screenshots.length > 0 ? ['screenshots'] : []),
    ...(conversation === null ? [] : ['customer data']),
    ...(report.reply_to === null ? [] : ['the reporter’s email address']),
  ];
  const parts = [
    verbatim(report.what_happened),
    ...(report.expected === null ? [] : [`Expected:\n\n${verbatim(report.expected)}`]),
    `Severity: ${severities[report.severity]}`,
    `Reported by:\n\n${verbatim(`${reporter}, ${account}`)}`,
    ...(details === null ? [] : [`Technical details:\n\n${verbatim(JSON.stringify(details, null, 2))}`]),
    ...(inAccount.length === 0 ? [] : [`Only in Parley: ${inAccount.join(', ')}.`]),
    `Bug report #${report.number}, \`${report.id}\``,
  ];
  return { title: `#${report.number}: ${report.title}`, body: parts.join('\n\n'), reportId: report.id };
}

/** Text that the forge shows as it is: no mentions, commands or pictures. */
function verbatim(text: string): string {
  const ticks = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...ticks.map((length) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
