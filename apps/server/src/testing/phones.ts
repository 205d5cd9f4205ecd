let last = 0;

/** A phone number not used before in this file. */
export function freshPhone(): string {
  return `4477009${String(++last).padStart(5, '0')}`;
}

/** Before each file: those before it in this process must not decide which numbers it gets. */
export function restartPhones(): void {
  last = 0;
}
