import { listTemplateVariables, uploadedFileId } from '@parley/contract/template-fill';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { headerFileForSending, knownProviderId, type StoredHeaderFile } from '../../media/public.ts';
import type { LockedCampaign, NextRecipient } from './enqueue-repo.ts';

/** What a message stores for its uploaded header file: `{}` without one, null when the file cannot be sent any more. */
type HeaderPart = (StoredHeaderFile & { provider_media_id?: string }) | Record<string, never> | null;

/** The uploaded header files of a batch by the value that names them, each looked up once. */
export async function findHeaderFiles(
  tx: TenantTx,
  { template, channel_id: channelId }: LockedCampaign,
  recipients: readonly NextRecipient[],
): Promise<(recipient: NextRecipient) => HeaderPart> {
  const variable = listTemplateVariables(template).find(({ key }) => key === 'header.file');
  const kind = variable?.kind;
  if (kind !== 'image' && kind !== 'video' && kind !== 'document') return () => ({});
  const idOf = ({ values }: NextRecipient) => uploadedFileId(values['header.file'] ?? '');
  const found = new Map<string, HeaderPart>();
  for (const mediaId of new Set(recipients.map(idOf))) {
    if (mediaId === null) continue;
    try {
      const stored = await headerFileForSending(tx, { kind, mediaId }, 'header.file');
      // Known from the second batch on: then messages need no step of their own before they are sent.
      const known = await knownProviderId(tx, mediaId, channelId);
      found.set(mediaId, known === null ? stored : { ...stored, provider_media_id: known });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      found.set(mediaId, null);
    }
  }
  return (recipient) => {
    const mediaId = idOf(recipient);
    return mediaId === null ? {} : (found.get(mediaId) ?? null);
  };
}
