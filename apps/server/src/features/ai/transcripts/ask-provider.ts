import { ProviderFailure } from '../failures.ts';
import { type CallOptions, callProvider, type ProviderAddress } from '../provider.ts';
import { readTranscript, type Written } from './read-transcript.ts';

export function transcriptionsUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`;
}

/** Only models of the whisper family say language and length, and only when asked in this way. */
const saysMore = (model: string) => model.toLowerCase().includes('whisper');

/** What is said in a recording, by the provider; nothing else is sent. @throws ProviderFailure */
export async function askForTranscript(
  address: ProviderAddress,
  recording: { content: Buffer; mimeType: string; name: string },
  options: CallOptions,
): Promise<Written> {
  const file = new File([new Uint8Array(recording.content)], recording.name, { type: recording.mimeType });
  const { model } = address;
  const answer = await callProvider(
    address,
    options,
    (client): Promise<unknown> =>
      client.audio.transcriptions.create({ file, model, response_format: saysMore(model) ? 'verbose_json' : 'json' }),
  );
  const written = readTranscript(answer);
  if (written === null) throw new ProviderFailure('unusable_answer', 'No text.', true);
  return written;
}
