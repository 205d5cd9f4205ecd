import { useEffect, useState } from 'react';
import { ApiError } from '../platform/errors.ts';
import { useErrorMessage } from './error-messages.ts';
import { useSteady } from './use-steady.ts';

export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

export type FormOptions<V> = {
  initial: V;
  /** The errors before sending, by field; the server validates again. */
  check?: (values: V) => FieldErrors<V>;
  /** Sends it. An error is shown: the server's messages at their fields, the others above the form. */
  send: (values: V) => Promise<void>;
  /** The server's name of a field where it differs from the form's. */
  serverNames?: Partial<Record<string, keyof V & string>>;
};

/**
 * The values of a form, their errors, and sending them. A field's error disappears when the field changes. Pass the
 * returned `submit` to `Form`; it focuses the first invalid field.
 */
export function useForm<V extends Record<string, unknown>>({ initial, check, send, serverNames = {} }: FormOptions<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<V | null>(null);
  const words = useErrorMessage();

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest as FieldErrors<V>);
  };
  /** Changes a value that something else may change meanwhile, such as uploads. */
  const update = <K extends keyof V & string>(name: K, change: (value: V[K]) => V[K]) => {
    setValues((before) => ({ ...before, [name]: change(before[name]) }));
    setErrors(({ [name]: _gone, ...rest }) => rest as FieldErrors<V>);
  };
  const submit = async () => {
    if (busy) return;
    setProblem(null);
    const found = check?.(values) ?? {};
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(values);
      setSent(values);
    } catch (error) {
      const sorted = sortServerErrors(error, Object.keys(values), serverNames as Record<string, string>);
      setErrors(sorted.byField as FieldErrors<V>);
      setProblem(sorted.rest ?? (Object.keys(sorted.byField).length > 0 ? null : words(error)));
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    errors,
    problem,
    busy,
    /** Whether it has what was neither there at first nor sent. */
    changed: Object.keys(values).some(
      (name) => !isSame(values[name], initial[name]) && !isSame(values[name], sent?.[name]),
    ),
    set,
    update,
    submit,
    /** Value, error and change of one text field, to spread on it. */
    text: (name: keyof V & string) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name] ?? null,
      onChange: (event: { target: { value: string } }) => set(name, event.target.value as V[typeof name]),
    }),
  };
}

/** Of a form in a panel or dialog that asks before it is left. */
export type TellsChanges = { onChanged?: ((changed: boolean) => void) | undefined };

/** Tells whether a form has unsaved changes, and of none when it is gone. */
export function useTellChanges(changed: boolean, onChanged: TellsChanges['onChanged']): void {
  const tell = useSteady((now: boolean) => onChanged?.(now));
  useEffect(() => tell(changed), [changed, tell]);
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** The server's messages: those for fields of the form at their fields, the first of the others above the form. */
export function sortServerErrors(
  error: unknown,
  fields: readonly string[],
  serverNames: Record<string, string> = {},
): { byField: Record<string, string>; rest: string | null } {
  const byField: Record<string, string> = {};
  let rest: string | null = null;
  if (!(error instanceof ApiError)) return { byField, rest };
  for (const { field, msg } of error.data) {
    const name = serverNames[field] ?? field;
    if (fields.includes(name)) byField[name] ??= msg;
    else rest ??= msg;
  }
  return { byField, rest };
}
