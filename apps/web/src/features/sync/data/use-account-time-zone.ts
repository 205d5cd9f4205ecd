import { useRows } from './hooks.ts';

/** Where the days of the account begin, whatever the device shows: an IANA name. */
export function useAccountTimeZone(): string {
  return useRows('clients')[0]?.time_zone ?? 'UTC';
}
