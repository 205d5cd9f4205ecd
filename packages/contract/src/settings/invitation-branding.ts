import { z } from 'zod';
import { optionalName } from '../core/primitives.ts';

/** How the account presents itself to people whom it invites. */
export const invitationBranding = z.strictObject({
  /** Instead of the name of the account; empty: that name. */
  name: optionalName(200),
  /** Whether the invitation page shows the logo of the account. */
  logo: z.boolean(),
  /** A text for everyone who is invited, in the email and on the page. */
  greeting: z.string().trim().max(500, 'At most 500 characters.'),
});
export type InvitationBranding = z.output<typeof invitationBranding>;
