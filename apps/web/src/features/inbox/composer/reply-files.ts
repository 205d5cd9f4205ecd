import type { SessionTemplate } from '@parley/contract/types';

/**
 * The files of a saved reply, to be attached like picked ones: the message gets files of its own, which stay when the
 * reply is changed or deleted.
 * @throws when one cannot be loaded
 */
export function loadReplyFiles({ attachments }: Pick<SessionTemplate, 'attachments'>): Promise<File[]> {
  return Promise.all(
    attachments.map(async ({ url, filename, mime_type: type }) => {
      const answer = url === null ? null : await fetch(url);
      if (answer?.ok !== true) throw new Error(`the file ${filename} is gone`);
      return new File([await answer.blob()], filename, { type });
    }),
  );
}
