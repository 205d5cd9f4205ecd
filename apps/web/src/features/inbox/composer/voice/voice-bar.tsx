import { useLingui } from '@lingui/react/macro';
import { voiceNoteBytes } from '@parley/contract/media';
import { IconMicrophone, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useObjectUrl } from '../../../../platform/use-object-url.ts';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useEscape } from '../../../../ui/layer/use-escape.ts';
import { toast } from '../../../../ui/toast.ts';
import { useEarlyFocus } from '../../../../ui/use-early-focus.ts';
import type { Finger } from '../../bubble/actions/use-hold.ts';
import { AudioPlayer } from '../../bubble/media/audio-player.tsx';
import { type Recording, record, VoiceError, type VoiceFailure } from './recorder.ts';
import styles from './voice-bar.module.css';

/** A shorter one was no message, milliseconds. */
const shortestMs = 500;
/** As far as the finger slides to cancel, pixels. */
const awayPx = 80;
/** The maximum length of a recording, far below WhatsApp's limit. */
const longestMs = 15 * 60_000;

export type VoiceLock = {
  /** Whose conversation it became. */
  text: string;
  onTakeOver: () => void;
};

export type VoiceBarProps = {
  /** The finger that holds the microphone: letting go sends, sliding away discards. */
  finger?: Finger | undefined;
  /** What keeps it from being sent now; letting go of the microphone records on. */
  lock?: VoiceLock | undefined;
  /** Rejects when nothing was queued. */
  onSend: (recording: Blob) => Promise<void>;
  onClose: () => void;
};

/** Shown in place of the field while recording: duration, discard, listen, send. */
export function VoiceBar({ finger, lock, onSend, onClose }: VoiceBarProps) {
  const { t } = useLingui();
  const { phase, elapsedMs, sizeBytes, recorded, finish } = useRecording();
  const heard = useObjectUrl(recorded);
  const [failed, setFailed] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEarlyFocus(() => bar.current);
  const attempt = async (work: () => Promise<void>) => {
    setFailed(false);
    try {
      await work();
    } catch {
      setFailed(true);
    }
  };
  const send = () =>
    attempt(async () => {
      await onSend(await finish());
      onClose();
    });
  const stop = () => {
    bar.current?.focus();
    void attempt(async () => {
      await finish();
    });
  };
  const holding = useFinger(finger, phase === 'recording' && elapsedMs >= shortestMs, {
    send: () => lock === undefined && void send(),
    discard: onClose,
    tooShort: () => {
      toast({ message: t`Hold the microphone to record, release to send.` });
      onClose();
    },
  });
  useEscape(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      lock !== undefined ||
      event.key !== 'Enter' ||
      event.target !== bar.current ||
      (phase !== 'recording' && phase !== 'done')
    )
      return;
    void send();
    event.preventDefault();
    event.stopPropagation();
  };
  const seconds = Math.floor(elapsedMs / 1_000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={t`Voice message`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <IconButton label={t`Discard recording`} shortcut="Escape" onClick={onClose}>
        <IconTrash {...icon} />
      </IconButton>
      {recorded !== null && !failed && (
        <span className={styles.player}>
          <AudioPlayer voice url={heard} recording={recorded} durationMs={elapsedMs} />
          {sizeBytes > voiceNoteBytes && (
            <span className={styles.note}>{t`Long messages arrive as an audio file`}</span>
          )}
        </span>
      )}
      <span className={styles.state} role="status" hidden={recorded !== null && !failed}>
        {typeof phase === 'object' || failed ? (
          <span className={styles.bad}>
            <FailureText failure={typeof phase === 'object' ? phase.failure : 'unkept'} />
          </span>
        ) : phase === 'starting' ? (
          t`Allow the microphone to record`
        ) : (
          <>
            <IconMicrophone {...smallIcon} className={styles.live} />
            <span className="visually-hidden">{t`Recording`}</span>
            <span className={styles.clock} aria-hidden="true">
              {clock}
            </span>
            {holding !== null && (
              <span className={holding === 'away' ? styles.bad : styles.note}>
                {holding === 'away' ? t`Release to discard` : t`Slide to cancel`}
              </span>
            )}
            {sizeBytes > voiceNoteBytes && (
              <span className={styles.note}>{t`Long messages arrive as an audio file`}</span>
            )}
          </>
        )}
      </span>
      {phase === 'recording' && holding === null && (
        <IconButton label={t`Stop and listen`} onClick={stop}>
          <IconPlayerStop {...icon} />
        </IconButton>
      )}
      {lock !== undefined ? (
        <>
          <span className={styles.note}>{lock.text}</span>
          <Button
            onClick={() => {
              // The button goes with the lock.
              bar.current?.focus();
              lock.onTakeOver();
            }}
          >
            {t`Take over`}
          </Button>
        </>
      ) : (
        <Button
          variant="filled"
          blocked={phase !== 'recording' && phase !== 'done'}
          busy={phase === 'finishing'}
          onClick={() => void send()}
        >
          {t`Send`}
        </Button>
      )}
    </div>
  );
}

function FailureText({ failure }: { failure: VoiceFailure | 'unkept' }) {
  const { t } = useLingui();
  if (failure === 'refused') return t`Microphone access is blocked. Allow it in the browser and try again.`;
  if (failure === 'no_microphone') return t`No microphone was found.`;
  if (failure === 'unkept') return t`Couldn’t convert the recording to a voice message. Nothing was sent.`;
  return t`The microphone couldn’t be used.`;
}

type Phase = 'starting' | 'recording' | 'finishing' | 'done' | { failure: VoiceFailure };

/**
 * Follows the finger that holds the microphone. Lost to a question of the browser, the recording goes on as after a tap.
 * @param long whether there is enough to send
 * @returns null when no finger holds it
 */
function useFinger(
  finger: Finger | undefined,
  long: boolean,
  ends: Record<'send' | 'discard' | 'tooShort', () => void>,
) {
  const [place, setPlace] = useState<'near' | 'away' | null>(finger === undefined ? null : 'near');
  const latest = useRef({ place, long, ends });
  useEffect(() => {
    latest.current = { place, long, ends };
  });
  useEffect(() => {
    if (finger === undefined) return;
    const onMove = (event: PointerEvent) =>
      setPlace((now) => (now === null ? null : Math.abs(event.clientX - finger.x) > awayPx ? 'away' : 'near'));
    const onUp = () => {
      const { place: at, long: isLong, ends: act } = latest.current;
      setPlace(null);
      if (at === 'away') act.discard();
      else if (at === 'near') (isLong ? act.send : act.tooShort)();
    };
    // A finger put down later is another one: the browser asked for the microphone meanwhile.
    const onLost = () => {
      latest.current.place = null;
      setPlace(null);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onLost);
    window.addEventListener('pointerdown', onLost);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onLost);
      window.removeEventListener('pointerdown', onLost);
    };
  }, [finger]);
  return place;
}

/** Records while it is rendered. */
function useRecording() {
  const [phase, setPhase] = useState<Phase>('starting');
  const [elapsedMs, setElapsedMs] = useState(0);
  const recording = useRef<Recording | null>(null);
  const made = useRef<Promise<Blob> | null>(null);
  const [recorded, setRecorded] = useState<Blob | null>(null);

  const finish = useCallback((): Promise<Blob> => {
    const { current } = recording;
    if (current === null) return Promise.reject(new VoiceError('failed'));
    setPhase('finishing');
    made.current ??= current.finish();
    void made.current.then(setRecorded, () => undefined); // The caller shows why it failed.
    return made.current.finally(() => setPhase('done'));
  }, []);

  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const end = () => void finish().catch(() => undefined); // Errors are reported when it is sent.
    record(end).then(
      (begun) => {
        if (left) return begun.discard();
        recording.current = begun;
        const beganMs = performance.now();
        setPhase('recording');
        timer = setInterval(() => {
          if (made.current !== null) return;
          const sinceMs = performance.now() - beganMs;
          setElapsedMs(sinceMs);
          if (sinceMs > longestMs) end();
        }, 250);
      },
      (error: unknown) => setPhase({ failure: error instanceof VoiceError ? error.failure : 'failed' }),
    );
    return () => {
      left = true;
      clearInterval(timer);
      if (made.current === null) recording.current?.discard();
    };
  }, [finish]);
  return { phase, elapsedMs, sizeBytes: recording.current?.sizeBytes() ?? 0, recorded, finish };
}
