import { type JsonObject, wrong } from './shape.ts';

/** Whether a media id exists for the sending account. */
export type HasMedia = (id: string) => boolean;

/** Exactly one of id and link. @throws GraphError 131009 */
export function checkMediaSource(source: JsonObject, path: string, hasMedia: HasMedia): void {
  const { id, link } = source;
  if ((id === undefined) === (link === undefined)) throw wrong(path, 'must have exactly one of id and link');
  if (link !== undefined) {
    if (typeof link !== 'string' || !/^https?:\/\/[^\s/]+/i.test(link))
      throw wrong(`${path}.link`, 'must be a web address');
    return;
  }
  if (!hasMedia(String(id))) throw wrong(`${path}.id`, `${String(id)} is not a known media id`);
}
