import type { ExportManifest } from '../../../platform/export/format.ts';

/** The explanation inside of the file. */
export function readmeOf({ account, exported_at }: ExportManifest): string {
  return `Everything of the account "${account.name}" in Parley, as of ${exported_at}.

index.html     open it in a browser: all conversations to read and search; pages/ belongs to it
account.json   format, collections with their fields, and what is left out, with the reason
data/          one file per collection: JSON Lines, one row per line, UTF-8. Times are in UTC; bytes are "\\\\x" and hex
contacts.csv   the contacts for a spreadsheet or another product, without those of the sandbox
media/         files of messages as they were sent, named by the id in data/media_files.jsonl
thumbnails/    small pictures of them
SHA256SUMS     check with: sha256sum -c SHA256SUMS
end.json       the number of rows per collection, and a digest of all entries

Not in it: passwords, access tokens, API keys, secrets of webhooks, and rows of other accounts.
Import it into an empty installation with: npm run import-account -- FILE
`;
}
