import type { AddressProblem } from './address.ts';

/** What is wrong with an address that a user typed, and the way out. */
export const addressErrorMessages: Record<AddressProblem, string> = {
  not_http: 'This is not an http or https address.',
  has_credentials: 'The address must not carry a name or password.',
  private:
    'This address leads into a private network. Use a public one, or have whoever runs this server add it to ALLOWED_PRIVATE_HOSTS.',
  unknown_host: 'Nothing answers under this name. Check the spelling.',
};
