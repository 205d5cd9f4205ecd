const hourMs = 3_600_000;

/** The first full hour at least half an hour away, suggested for a message that is sent later. */
export function nextHour(nowMs: number): string {
  return new Date(Math.ceil((nowMs + hourMs / 2) / hourMs) * hourMs).toISOString();
}
