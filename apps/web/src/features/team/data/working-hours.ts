import type { TeamMember } from '@parley/contract/types';

export type WorkingHours = TeamMember['working_hours'];
export type WorkingSpan = WorkingHours[number];

/** Makes a weekday a working day with usual hours, or a day off. */
export function setWorkingDay(hours: WorkingHours, day: number, works: boolean): WorkingHours {
  return works ? [...hours, { day, from: '09:00', to: '17:00' }] : hours.filter((span) => span.day !== day);
}

/** Changes one span of hours. */
export function setSpan(hours: WorkingHours, index: number, part: Partial<WorkingSpan>): WorkingHours {
  return hours.map((span, at) => (at === index ? { ...span, ...part } : span));
}

/** Another span on the same day: after a break of an hour, or in the morning when the day has no room for that. */
export function nextSpan({ day, to }: WorkingSpan): WorkingSpan {
  const hour = Number(to.slice(0, 2)) + 1;
  const clock = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
  return hour < 22 ? { day, from: clock(hour), to: clock(hour + 2) } : { day, from: '06:00', to: '08:00' };
}
