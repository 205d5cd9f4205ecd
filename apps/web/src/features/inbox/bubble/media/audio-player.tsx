import { useLingui } from '@lingui/react/macro';
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import styles from './media-content.module.css';
import { waveOf, waveOfRecording } from './wave.ts';

const speeds = [1, 1.5, 2] as const;
/** One recording plays at a time: starting one stops the others. */
let playing: HTMLAudioElement | null = null;

export type AudioPlayerProps = {
  /** Null while a new URL is requested. */
  url: string | null;
  voice: boolean;
  /** If measured; else known once it plays. */
  durationMs?: number;
  /** What the URL is of, where it is still on this device. */
  recording?: Blob;
};

/** Audio in a bubble: play, position, speed. */
export function AudioPlayer({ url, voice, durationMs, recording }: AudioPlayerProps) {
  const { t } = useLingui();
  const sound = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [atS, setAtS] = useState(0);
  const [lengthS, setLengthS] = useState((durationMs ?? 0) / 1_000);
  const [speed, setSpeed] = useState<number>(1);
  const [broken, setBroken] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const wave = useWave(frame, voice ? url : null, recording);

  const toggle = async () => {
    const { current } = sound;
    if (current === null) return;
    if (isPlaying) return current.pause();
    if (playing !== current) playing?.pause();
    playing = current;
    current.playbackRate = speed;
    // A format this browser does not support, or an expired URL: the text below says so.
    await current.play().catch(() => setBroken(true));
  };
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed as 1) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (sound.current !== null) sound.current.playbackRate = next;
  };
  const Sign = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <span ref={frame} className={styles.sound}>
      <button
        type="button"
        className={styles.toggle}
        aria-label={isPlaying ? t`Pause` : voice ? t`Play the voice message` : t`Play the sound`}
        disabled={url === null}
        onClick={() => void toggle()}
      >
        <Sign size={18} aria-hidden />
      </button>
      <span className={styles.track}>
        {wave !== null && <Wave peaks={wave} played={lengthS > 0 ? atS / lengthS : 0} />}
        <input
          type="range"
          className={wave === null ? styles.seek : `${styles.seek} ${styles.overWave}`}
          min={0}
          max={Math.max(lengthS, 0.1)}
          step={0.1}
          value={Math.min(atS, lengthS)}
          aria-label={t`Position`}
          aria-valuetext={clockOf(atS)}
          onChange={(event) => {
            const toS = Number(event.target.value);
            setAtS(toS);
            if (sound.current !== null) sound.current.currentTime = toS;
          }}
        />
        <span className={styles.times}>
          <span>{broken ? t`Can’t be played here` : clockOf(isPlaying || atS > 0 ? atS : lengthS)}</span>
          {voice ? <IconMicrophone {...smallIcon} size={13} /> : <IconMusic {...smallIcon} size={13} />}
        </span>
      </span>
      <button type="button" className={styles.speed} aria-label={t`Playback speed: ${speed}×`} onClick={faster}>
        {speed}×
      </button>
      <audio
        ref={sound}
        src={url ?? undefined}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAtS(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration)) setLengthS(duration);
        }}
        onEnded={() => setAtS(0)}
      >
        <track kind="captions" />
      </audio>
    </span>
  );
}

/** The waveform, computed when visible; until then, and where it is not available, null. */
function useWave(
  frame: RefObject<HTMLSpanElement | null>,
  url: string | null,
  recording?: Blob,
): readonly number[] | null {
  const [wave, setWave] = useState<readonly number[] | null>(null);
  useEffect(() => {
    const { current } = frame;
    if (current === null || url === null) return;
    let left = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void (recording === undefined ? waveOf(url) : waveOfRecording(recording)).then((drawn) => {
        if (!left && drawn !== null) setWave(drawn);
      });
    });
    observer.observe(current);
    return () => {
      left = true;
      observer.disconnect();
    };
  }, [frame, url, recording]);
  return wave;
}

const barWidth = 3;
const barStep = 5;
const waveHeight = 24;

/** The waveform; the played part is bolder. */
function Wave({ peaks, played }: { peaks: readonly number[]; played: number }) {
  const bars = peaks.map((peak, at) => ({ at, height: Math.max(2, peak * waveHeight) }));
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${peaks.length * barStep} ${waveHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-wave
    >
      {bars.map(({ at, height }) => (
        <rect
          key={at}
          x={at * barStep}
          y={(waveHeight - height) / 2}
          width={barWidth}
          height={height}
          rx={1.5}
          data-heard={(played > 0 && at / peaks.length <= played) || undefined}
        />
      ))}
    </svg>
  );
}

function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
