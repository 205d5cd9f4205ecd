import { FilePathSource, Input, MP4, OGG, QTFF } from 'mediabunny';
import { answerQuestions } from '../../platform/threads/answer-questions.ts';
import type { MediaMeasures } from './measure.ts';

async function measure(path: string): Promise<MediaMeasures | null> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, OGG] });
  try {
    const tracks = await input.getTracks();
    if (tracks.length === 0) return null;
    const video = await input.getPrimaryVideoTrack();
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    return {
      hasVideoTrack: video !== null,
      width: video === null ? null : await video.getDisplayWidth(),
      height: video === null ? null : await video.getDisplayHeight(),
      durationMs: seconds > 0 && seconds * 1_000 < 2 ** 31 ? Math.round(seconds * 1_000) : null,
    };
  } catch {
    // Whatever the library failed on: the file is broken, or no video and no audio.
    return null;
  } finally {
    input.dispose();
  }
}

answerQuestions(measure);
