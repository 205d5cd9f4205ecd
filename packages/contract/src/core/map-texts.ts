/** A text in a value, and where: names and positions joined by dots. */
export type TextAt = { field: string; text: string };

/** A copy of a JSON value with every text in it replaced. @param field of the value itself */
export function mapTexts<T>(value: T, put: (text: string, field: string) => string, field = ''): T {
  if (typeof value === 'string') return put(value, field) as T;
  if (Array.isArray(value)) return value.map((each: unknown, at) => mapTexts(each, put, `${field}.${at}`)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, mapTexts<unknown>(each, put, `${field}.${key}`)]);
  return Object.fromEntries(entries) as T;
}

/** All texts in a JSON value. @param field of the value itself */
export function textsIn(value: unknown, field = ''): TextAt[] {
  const texts: TextAt[] = [];
  mapTexts(
    value,
    (text, at) => {
      texts.push({ field: at, text });
      return text;
    },
    field,
  );
  return texts;
}
