/**
 * Our status for each of WhatsApp's: only ACTIVE can be sent. An archived or locked template cannot be sent and is shown
 * as disabled, with its reason; a flag is only a warning. Other statuses are used unchanged.
 */
const statuses: Readonly<Record<string, string>> = {
  APPROVED: 'ACTIVE',
  REINSTATED: 'ACTIVE',
  UNARCHIVED: 'ACTIVE',
  ARCHIVED: 'DISABLED',
  LOCKED: 'DISABLED',
};

export function ourStatus(providerStatus: string): string {
  return Object.hasOwn(statuses, providerStatus) ? (statuses[providerStatus] ?? providerStatus) : providerStatus;
}
