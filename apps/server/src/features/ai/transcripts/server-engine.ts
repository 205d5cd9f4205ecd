import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../platform/ids.ts';
import { readTranscript, type Written } from './read-transcript.ts';

const withinMs = 15 * 60_000;
const mostOutputBytes = 1_000_000;

/** The engine gave no text. */
export class EngineFailed extends Error {}

/**
 * Runs the operator's command with the recording as its last argument. It prints the text, or JSON with `text` and
 * `language`, and ends with 0.
 * @param folder where the recording is kept meanwhile
 * @throws EngineFailed
 */
export async function runEngine(
  command: string,
  folder: string,
  recording: Buffer,
  signal: AbortSignal,
): Promise<Written> {
  const path = join(folder, newId());
  await writeFile(path, recording, { mode: 0o600 });
  try {
    return readOutput(await outputOf(command.split(/ +/), path, signal));
  } finally {
    await rm(path, { force: true });
  }
}

function outputOf([program = '', ...args]: string[], path: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without our own environment, which contains the keys of this installation.
    const child = spawn(program, [...args, path], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
      signal,
    });
    const pieces: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= mostOutputBytes) pieces.push(piece);
      else child.kill('SIGKILL');
    });
    child.on('error', (error) => reject(new EngineFailed(`the engine could not be run: ${error.message}`)));
    child.on('close', (code, killed) => {
      if (code === 0) resolve(Buffer.concat(pieces).toString('utf8'));
      else reject(new EngineFailed(`the engine ended with ${killed ?? code}`));
    });
  });
}

function readOutput(output: string): Written {
  try {
    const written = readTranscript(JSON.parse(output));
    if (written !== null) return written;
  } catch {
    // Plain text.
  }
  return readTranscript({ text: output }) ?? { text: '', language: null, seconds: null };
}
