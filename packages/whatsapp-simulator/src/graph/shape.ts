import { GraphError } from './errors.ts';

/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Limits of a text, in code points (the platform does not say its unit). */
export interface TextRule {
  max: number;
  /** Default 1. */
  min?: number;
  optional?: true;
}

export function missing(path: string): GraphError {
  return new GraphError(131008, `${path} is required`);
}

export function wrong(path: string, why: string): GraphError {
  return new GraphError(131009, `${path} ${why}`);
}

export function tooLong(path: string, max: number): GraphError {
  return new GraphError(100, `${path} must be no longer than ${max} characters`);
}

/** @throws GraphError 131008 when it is absent, 131009 when it is not an object */
export function objectAt(parent: JsonObject, key: string, path: string): JsonObject {
  const value = parent[key];
  if (value === undefined || value === null) throw missing(path);
  if (!isJsonObject(value)) throw wrong(path, 'must be an object');
  return value;
}

/** @throws GraphError 131008 when it is absent, 131009 when it is not a list or its length is outside [min, max] */
export function listAt(parent: JsonObject, key: string, path: string, min: number, max: number): unknown[] {
  const value = parent[key];
  if (value === undefined || value === null) throw missing(path);
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  if (value.length < min || value.length > max) throw wrong(path, `must have ${min} to ${max} entries`);
  return value;
}

/** @throws GraphError 131008 absent or empty, 131009 not a text, 100 too long */
export function textAt(parent: JsonObject, key: string, path: string, rule: TextRule): string | undefined {
  const value = parent[key];
  if (value === undefined || value === null) {
    if (rule.optional) return undefined;
    throw missing(path);
  }
  if (typeof value !== 'string') throw wrong(path, 'must be a text');
  if (value.length < (rule.min ?? 1) && !(rule.optional && value === '')) throw missing(path);
  if (value.length > rule.max && [...value].length > rule.max) throw tooLong(path, rule.max);
  return value;
}

/** Like `textAt` for a required one. */
export function requiredTextAt(parent: JsonObject, key: string, path: string, max: number): string {
  const text = textAt(parent, key, path, { max });
  if (text === undefined) throw missing(path);
  return text;
}

/** @throws GraphError 131009 unless it is one of the words */
export function wordAt<T extends string>(parent: JsonObject, key: string, path: string, words: readonly T[]): T {
  const value = parent[key];
  if (value === undefined || value === null) throw missing(path);
  const word = words.find((one) => one === value);
  if (word === undefined) throw wrong(path, `must be one of ${words.join(', ')}`);
  return word;
}

/** @throws GraphError 100 for an unknown property */
export function onlyKeys(bag: JsonObject, path: string, keys: readonly string[]): void {
  const stranger = Object.keys(bag).find((key) => !keys.includes(key));
  if (stranger !== undefined) throw new GraphError(100, `Unexpected key "${stranger}" on param "${path}"`);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws GraphError 131009 unless the entry is an object */
export function objectIn(value: unknown, path: string): JsonObject {
  if (!isJsonObject(value)) throw wrong(path, 'must be an object');
  return value;
}
