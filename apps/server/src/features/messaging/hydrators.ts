import type { PresentMedia } from '../media/public.ts';
import type { Hydrate } from '../sync/public.ts';
import { findMessages } from './threads/message-repo.ts';
import { presentMessage, presentThread } from './threads/present.ts';
import { findThreadEvents, presentThreadEvent } from './threads/thread-event-repo.ts';
import { findThreads } from './threads/thread-repo.ts';

export function hydrateMessages(media: PresentMedia): Hydrate {
  return async (tx, ids) => {
    const rows = await findMessages(tx, ids);
    return new Map(rows.map((row) => [row.id, { version: row.version, data: presentMessage(row, media) }]));
  };
}

export const hydrateThreadEvents: Hydrate = async (tx, ids) => {
  const rows = await findThreadEvents(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentThreadEvent(row) }]));
};

export const hydrateThreads: Hydrate = async (tx, ids) => {
  const rows = await findThreads(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentThread(row) }]));
};
