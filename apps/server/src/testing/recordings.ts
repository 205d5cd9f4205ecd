/* Films and recordings in which nothing can be seen or heard. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  type Rotation,
} from 'mediabunny';

/** A part of an MP4. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

type Packets = { source: EncodedVideoPacketSource | EncodedAudioPacketSource; decoderConfig: object; seconds: number };

/** A file of one track in which nothing can be decoded. */
async function oneTrack(format: OutputFormat, { source, decoderConfig, seconds }: Packets, rotation: Rotation = 0) {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  if (source instanceof EncodedVideoPacketSource) output.addVideoTrack(source, { rotation });
  else output.addAudioTrack(source);
  await output.start();
  await source.add(new EncodedPacket(new Uint8Array(8), 'key', 0, seconds), { decoderConfig } as never);
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

/** An MP4 with one track of 640 by 360 and 12.5 s. */
export function film({ rotation = 0, fragmented = false }: { rotation?: Rotation; fragmented?: boolean } = {}) {
  const description = Buffer.from('0142001effe100046742001e01000468ce3c80', 'hex');
  return oneTrack(
    new Mp4OutputFormat({ fastStart: fragmented ? 'fragmented' : 'in-memory' }),
    {
      source: new EncodedVideoPacketSource('avc'),
      decoderConfig: { codec: 'avc1.42001e', codedWidth: 640, codedHeight: 360, description },
      seconds: 12.5,
    },
    rotation,
  );
}

const sound = { sampleRate: 48_000, numberOfChannels: 1 };

/** An MP4 with sound of 12.5 s. */
export function song() {
  return oneTrack(new Mp4OutputFormat({ fastStart: 'in-memory' }), {
    source: new EncodedAudioPacketSource('aac'),
    decoderConfig: { ...sound, codec: 'mp4a.40.2', description: Buffer.from('1188', 'hex') },
    seconds: 12.5,
  });
}

/** A recording in Ogg with Opus, in which nothing can be heard. @param mark makes its bytes different from others */
export async function voiceNote(seconds: number, mark = seconds): Promise<Buffer> {
  const description = Buffer.concat([Buffer.from('OpusHead'), Buffer.from('0101000080bb0000000000', 'hex')]);
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  // Six frames of 20 ms each.
  const data = new Uint8Array([0x7b, 6, mark, mark >> 8, 0, 0, 0, 0]);
  for (let at = 0; at < Math.round(seconds / 0.12); at++) {
    const packet = new EncodedPacket(data, 'key', at * 0.12, 0.12);
    await source.add(packet, at === 0 ? { decoderConfig: { ...sound, codec: 'opus', description } } : undefined);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}
