import type { Range } from '../control-types.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import { invalid } from './call.ts';

/** Parses a field of a control body; throws ControlFault 422 when invalid. */
export type Reader<T> = (value: unknown, name: string) => T;

/** Parses the given fields; unknown ones are refused, so that a misspelling is not silently ignored. */
export function readFields<T extends object>(
  body: JsonObject,
  readers: { [K in keyof T]-?: Reader<T[K]> },
): Partial<T> {
  const known = readers as Record<string, Reader<unknown>>;
  const given = Object.entries(body).map(([name, value]) => {
    const reader = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!reader) throw invalid(`Unknown field ${name}`);
    return [name, reader(value, name)];
  });
  return Object.fromEntries(given) as Partial<T>;
}

export function text(maxLength: number, minLength = 1): Reader<string> {
  return (value, name) => {
    if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) {
      throw invalid(`${name} must be a text of ${minLength} to ${maxLength} characters`);
    }
    return value;
  };
}

export const flag: Reader<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
  return value;
};

export function whole(least: number, most: number): Reader<number> {
  return (value, name) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
      throw invalid(`${name} must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

export function word<const T extends string>(words: readonly T[]): Reader<T> {
  return (value, name) => {
    const found = words.find((one) => one === value);
    if (found === undefined) throw invalid(`${name} must be one of ${words.join(', ')}`);
    return found;
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, name) => (value === null ? null : reader(value, name));
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw invalid(`${name} must be a list`);
    return value.map((entry, index) => reader(entry, `${name}[${index}]`));
  };
}

export function object<T extends object>(readers: { [K in keyof T]-?: Reader<T[K]> }): Reader<Partial<T>> {
  return (value, name) => {
    if (!isJsonObject(value)) throw invalid(`${name} must be an object`);
    return readFields<T>(value, readers);
  };
}

/** Minimum and maximum milliseconds. */
export const range: Reader<Range> = (value, name) => {
  const [least, most] = list(whole(0, 3_600_000))(value, name);
  if (least === undefined || most === undefined || most < least) throw invalid(`${name} must be [least, most]`);
  return [least, most];
};

/** A phone number, as digits without plus. */
export const phoneNumber: Reader<string> = (value, name) => {
  const digits = String(value).replace(/^\+|[\s()-]/g, '');
  if (typeof value !== 'string' || !/^[1-9]\d{6,14}$/.test(digits)) {
    throw invalid(`${name} must be a phone number with country code`);
  }
  return digits;
};
