import type { SourceProblem } from '@parley/contract/types';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';

/** What is stored about a run that failed. */
export type Problem = { code: SourceProblem['code']; detail: string | null };

const texts: Record<SourceProblem['code'], (detail: string) => string> = {
  not_https: () => 'The address leads to one without https. Use an https address.',
  private: () => addressErrorMessages.private,
  unreachable: (detail) => `The server didn’t send the file (${detail}). Check the address, then run again.`,
  timeout: () => 'The server took too long to send the file. Run again, or ask its operator why it is slow.',
  redirects: () => 'The address redirects more than 3 times. Enter the address that the last redirect leads to.',
  http: (status) => httpText(status),
  html: (host) =>
    host.endsWith('google.com')
      ? 'The address leads to a web page. In Google Sheets choose File > Share > Publish to web > CSV, and enter that address.'
      : 'The address leads to a web page, not a CSV file. Enter the download address of the file.',
  not_csv: (detail) => `The address leads to a file that can’t be read as CSV. ${detail}`,
  empty: () => 'The file is empty. Check the export that writes it, then run again.',
  too_large: () => 'The file is larger than 100 MB. Split it, or export fewer columns.',
  missing_column: (names) => `Missing in the file: ${names}. Restore the columns, or match them again in the settings.`,
  list_missing: () => 'A list that contacts join was deleted. Choose the lists again in the settings.',
  import: (detail) => `The import stopped. ${detail}`,
  cancelled: () => 'The import was cancelled. Contacts that were imported before stay; undo the import to revert them.',
  stopped: (detail) => `The run stopped (${detail}). Run again.`,
  overlap: () => 'Skipped: the run before was still in progress.',
};

function httpText(status: string): string {
  if (status === '401' || status === '403')
    return `Access was denied (${status}). Check the access header, and that the file is shared.`;
  if (status === '404' || status === '410') return `No file was found at this address (${status}). Check the address.`;
  return `The server answered ${status}. Run again, or ask its operator.`;
}

export function presentProblem({ code, detail }: Problem): SourceProblem {
  return { code, message: texts[code](detail ?? '') };
}
