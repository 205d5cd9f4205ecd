/** The value of a custom field, '' without one: a field may be called like what every object has, such as `toString`. */
export function fieldValue(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}
