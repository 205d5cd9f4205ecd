import { z } from 'zod';
import { languages } from '../core/languages.ts';

/** Ids of commands are `<feature>.<verb>`. */
const commandId = z
  .string()
  .max(80)
  .regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/);

/** How the app looks and answers to keys for a user, on all devices; what was never chosen is absent. */
export const preferences = z
  .strictObject({
    theme: z.enum(['light', 'dark', 'auto']),
    /** The height of rows. */
    density: z.enum(['comfortable', 'compact']),
    /** Of the interface, emails and errors; `auto` follows the browser. */
    language: z.enum(['auto', ...languages]),
    /** `auto` follows the language of the page. */
    direction: z.enum(['auto', 'ltr', 'rtl']),
    /** What Enter does in the message field: send, or a new line. */
    enter: z.enum(['send', 'line']),
    /** How long sending a message can be undone; 0: not at all. */
    undo_send_seconds: z.union([z.literal(0), z.literal(2), z.literal(5)]),
    /** Whether keys without Ctrl, Cmd or Alt do anything. */
    single_keys: z.boolean(),
    /** Changed shortcuts by command; null: none. All are replaced together. */
    keys: z
      .record(commandId, z.string().min(1).max(40).nullable())
      .refine((keys) => Object.keys(keys).length <= 300, 'At most 300 shortcuts.'),
  })
  .partial();
export type Preferences = z.output<typeof preferences>;
