/** The result of a malware scan. */
export type ScanResult = { clean: true } | { clean: false; finding: string };

/** The scanner did not answer. */
export class ScannerUnavailable extends Error {}

/** The scanner found malware; the file is deleted. */
export class FileRefused extends Error {
  constructor(finding: string) {
    super(`The malware scanner refused this file (${finding}). Nothing of it was kept.`);
  }
}
