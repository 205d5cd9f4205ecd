const hourMs = 3_600_000;

/** The first full hour at least half an hour away, suggested for a scheduled start. */
export function nextHour(nowMs: number): string {
  return new Date(Math.ceil((nowMs + hourMs / 2) / hourMs) * hourMs).toISOString();
}
