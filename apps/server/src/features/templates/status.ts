/** WhatsApp's words for a state in ours: only ACTIVE can be sent. */
const statuses: Readonly<Record<string, string>> = {
  APPROVED: 'ACTIVE',
  ARCHIVED: 'DISABLED',
  LOCKED: 'DISABLED',
};

export function ourStatus(providerStatus: string): string {
  return Object.hasOwn(statuses, providerStatus) ? (statuses[providerStatus] ?? providerStatus) : providerStatus;
}
