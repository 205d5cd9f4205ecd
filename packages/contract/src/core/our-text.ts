import { z } from 'zod';

const ours = new WeakSet<object>();

/** A field of a response with a sentence of the server, which is in the language of its caller (Accept-Language). */
export function ourText(): z.ZodString {
  const schema = z.string();
  ours.add(schema);
  return schema;
}

export function isOurText(schema: object): boolean {
  return ours.has(schema);
}
