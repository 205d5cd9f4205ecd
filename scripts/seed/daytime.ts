const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** When the shop's people and their customers write. */
const [opens, closes] = [9 * 60, 18 * 60];
const openMinutes = closes - opens;

/**
 * Moves a moment into the day: 24 hours of the script become the nine of the shop before now, so that nobody answers at
 * night. Order stays, and so does everything that 24 hours decide.
 * @param ago    minutes before now, as the script has them
 * @param minute of now in the shop's day
 * @returns minutes before now
 */
export function inDaytime(ago: number, minute: number): number {
  const wholeDays = Math.floor(ago / dayMinutes) * dayMinutes;
  const open = ((ago - wholeDays) / dayMinutes) * openMinutes;
  if (minute >= closes) return wholeDays + (minute - closes) + open;
  if (minute < opens) return wholeDays + minute + (dayMinutes - closes) + open;
  const night = open > minute - opens ? dayMinutes - openMinutes : 0;
  return wholeDays + open + night;
}

/** The moment of a step of a conversation, by the clock of the shop. */
export function momentOf(ago: number, now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23', timeZone });
  const [hours = 0, minutes = 0] = parts.format(now).split(':').map(Number);
  return new Date(now.getTime() - inDaytime(ago, hours * 60 + minutes) * minuteMs);
}
