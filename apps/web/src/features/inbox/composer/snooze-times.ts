export type SnoozeChoice = 'hours' | 'tomorrow' | 'week';

/** The time of a choice on the device's clock: in three hours, tomorrow at nine, next Monday at nine. */
export function snoozeTime(choice: SnoozeChoice, nowMs: number): string {
  const at = new Date(nowMs);
  if (choice === 'hours') at.setHours(at.getHours() + 3, at.getMinutes(), 0, 0);
  else {
    const days = choice === 'tomorrow' ? 1 : (8 - at.getDay()) % 7 || 7;
    at.setDate(at.getDate() + days);
    at.setHours(9, 0, 0, 0);
  }
  return at.toISOString();
}

/** The choices with a time of their own: on a Sunday, next Monday is tomorrow. */
export function snoozeChoices(nowMs: number): SnoozeChoice[] {
  return new Date(nowMs).getDay() === 0 ? ['hours', 'tomorrow'] : ['hours', 'tomorrow', 'week'];
}
