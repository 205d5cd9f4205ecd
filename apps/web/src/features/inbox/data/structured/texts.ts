/** A copy with every text replaced, for values that the server will fill in. */
export function withTexts<T>(value: T, put: (text: string) => string): T {
  if (typeof value === 'string') return put(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => withTexts(each, put)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each as unknown, put)])) as T;
}

/** All texts of a draft, to look for variables. */
export function textsOf(value: unknown): string {
  const texts: string[] = [];
  withTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts.join('\n');
}
