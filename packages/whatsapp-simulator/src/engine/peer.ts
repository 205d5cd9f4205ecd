/** Two frames of 20 ms of a tone of 425 Hz in Opus, which repeat. */
const tone = [
  '+K1vVSpMqvumMjRWShskBDvyFg0evoqyXsA0NSoAPMBdoKDaL4OrLHzZsg==',
  '+K1vVYTwwlPU427Hg7gktlmYPs+9NH8jqEPywACmf+oSyxo/KEwjK/zXsg==',
].map((frame) => Buffer.from(frame, 'base64'));

const frameMs = 20;
const samplesPerFrame = 960;
const payloadType = 111;

/** The customer's side of a call: sends a tone, and counts what it hears. */
export interface Peer {
  /** Its description: an offer, or the answer to one (RFC 8866). */
  readonly sdp: string;
  /** Packets heard. */
  heard(): number;
  /** @throws Error when it is no answer to the offer */
  connect(answer: string): Promise<void>;
  close(): void;
}

/**
 * Its library is loaded with the first call.
 * @param offer of the business; without it the peer makes one
 * @throws Error when it is no offer
 */
export async function openPeer(offer?: string): Promise<Peer> {
  const { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } = await import('werift');
  const opus = new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType });
  const connection = new RTCPeerConnection({
    codecs: { audio: [opus] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
  });
  const track = new MediaStreamTrack({ kind: 'audio' });
  let heard = 0;
  connection.addTransceiver(track, { direction: 'sendrecv' }).onTrack.subscribe((theirs) => {
    theirs.onReceiveRtp.subscribe(() => {
      heard += 1;
    });
  });
  try {
    if (offer !== undefined) await connection.setRemoteDescription({ type: 'offer', sdp: offer });
    await connection.setLocalDescription(
      await (offer === undefined ? connection.createOffer() : connection.createAnswer()),
    );
  } catch (error) {
    await connection.close();
    throw error;
  }
  let frames = 0;
  const speak = () => {
    if (connection.connectionState !== 'connected') return;
    const header = new RtpHeader({
      payloadType,
      sequenceNumber: frames % 65_536,
      timestamp: (frames * samplesPerFrame) % 2 ** 32,
      marker: frames === 0,
    });
    track.writeRtp(new RtpPacket(header, tone[frames % tone.length] ?? Buffer.alloc(0)));
    frames += 1;
  };
  const timer = setInterval(speak, frameMs);
  timer.unref();
  return {
    sdp: connection.localDescription?.sdp ?? '',
    heard: () => heard,
    async connect(answer) {
      if (connection.signalingState === 'stable') return;
      await connection.setRemoteDescription({ type: 'answer', sdp: answer });
    },
    close() {
      clearInterval(timer);
      // Nothing is left to tell: the call has ended.
      connection.close().catch(() => undefined);
    },
  };
}
