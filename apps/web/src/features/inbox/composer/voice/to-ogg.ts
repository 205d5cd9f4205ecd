import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

/** The recording has no audio, or not in Opus. */
export class NoOpus extends Error {}

/**
 * Copies the Opus packets of a recording into an Ogg file without re-encoding.
 * @param recording WebM, MP4 or Ogg with one Opus track
 * @throws NoOpus
 */
export async function toOgg(recording: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(recording), formats: [WEBM, MP4, OGG] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  if (!track || decoderConfig === undefined || !decoderConfig.codec.startsWith('opus')) throw new NoOpus();
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  let packets = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet, packets === 0 ? { decoderConfig } : undefined);
    packets += 1;
  }
  await output.finalize();
  if (packets === 0 || target.buffer === null) throw new NoOpus();
  return new Blob([target.buffer], { type: 'audio/ogg' });
}
