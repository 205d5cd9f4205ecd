/** The invitation token of a return URL (`/invitations?token=…`), or undefined. */
export function invitationInNext(next: string | undefined): string | undefined {
  if (next === undefined || !next.startsWith('/invitations?')) return undefined;
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('token') ?? undefined;
}
