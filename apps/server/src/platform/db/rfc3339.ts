/** SQL: a time in the form of the API, for JSON that is stored. A cast to text follows the session instead. */
export function rfc3339(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
