/** Text between variables, or the value of one; null: it has none yet. `at` is its place in order. */
export type BodyPart = { at: number } & ({ text: string } | { variable: string; value: string | null });

/**
 * The body of a template with its values.
 * @param values by the key of the variable, as `prefill` returns them
 */
export function filledBody(body: string, values: Readonly<Record<string, string>>): BodyPart[] {
  return body.split(/\{\{\s*(\w+)\s*\}\}/).flatMap((text, at): BodyPart[] => {
    if (at % 2 === 0) return text === '' ? [] : [{ at, text }];
    return [{ at, variable: text, value: values[`body.${text}`]?.trim() || null }];
  });
}
