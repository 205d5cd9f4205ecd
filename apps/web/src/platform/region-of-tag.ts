/** The region of a language tag, `de` → DE. Null without one, also for `C`: WebKitGTK has it where the system has no language. */
export function regionOfTag(tag: string): string | null {
  try {
    const locale = new Intl.Locale(tag);
    return locale.region ?? locale.maximize().region ?? null;
  } catch {
    return null;
  }
}
