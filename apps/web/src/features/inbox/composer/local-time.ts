const two = (number: number) => String(number).padStart(2, '0');

/** The day of a time on this device: "2027-03-01". */
export function localDay(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The hour and minute of a time on this device: "09:00". */
export function localTime(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
