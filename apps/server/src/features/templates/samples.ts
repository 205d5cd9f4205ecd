import { AppError, invalid } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import type { UploadedFiles } from '../media/public.ts';

const timeoutMs = 60_000;
/** Types that WhatsApp takes as the sample of a header. */
const sampleTypes = ['application/pdf', 'image/jpeg', 'image/png', 'video/mp4'];
const maxBytes = 16 * 1024 * 1024;

/**
 * Gives WhatsApp an uploaded file as the sample of a header.
 * @throws AppError not_found, media_unusable; validation_failed when WhatsApp refuses; unavailable
 */
export async function uploadSample(
  platform: Platform,
  providers: ProviderAccess,
  readUpload: UploadedFiles,
  clientId: string,
  { channel_id, media_id }: { channel_id: string; media_id: string },
): Promise<{ handle: string }> {
  const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, channel_id);
  if (row.kind !== 'WHATSAPP') throw invalid('channel_id', 'Only WhatsApp channels have templates.');
  const file = await readUpload(clientId, media_id, maxBytes);
  if (file === null) throw new AppError('not_found', { message: 'This file was not found.' });
  if (!sampleTypes.includes(file.mimeType)) {
    const msg = 'Use a JPEG or PNG picture, an MP4 video or a PDF document of at most 16 MB.';
    throw new AppError('media_unusable', { data: [{ field: 'media_id', msg }] });
  }
  const basics = { accessToken, timeoutMs };
  // The upload belongs to the app that the token was made for.
  const { appId } = requireOutcome(await client.debugToken({ ...basics, inputToken: accessToken }), 'channel_id');
  if (appId === null) throw invalid('channel_id', 'WhatsApp does not say which app this token belongs to.');
  const { filename, mimeType, content } = file;
  const upload = requireOutcome(
    await client.startUpload({ ...basics, appId, filename, sizeBytes: content.length, mimeType }),
    'media_id',
  );
  return requireOutcome(await client.continueUpload({ ...basics, ...upload, offset: 0, content }), 'media_id');
}
