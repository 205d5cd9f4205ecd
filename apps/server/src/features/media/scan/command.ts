import { spawn } from 'node:child_process';
import { ScannerUnavailable, type ScanResult } from './result.ts';

const withinMs = 120_000;
const mostOutput = 10_000;

/**
 * Runs a command with the file as its last argument. Its exit code is 0 for a clean file and 1 for a refused one,
 * like that of clamscan and clamdscan; anything else is an error.
 */
export function scanByCommand([program = '', ...args]: string[]): (path: string) => Promise<ScanResult> {
  return (path) =>
    new Promise((resolve, reject) => {
      // Without our own environment, which contains the keys of this installation.
      const child = spawn(program, [...args, path], {
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: withinMs,
        killSignal: 'SIGKILL',
      });
      let output = '';
      child.stdout.on('data', (piece: Buffer) => {
        if (output.length < mostOutput) output += piece.toString('utf8');
      });
      child.on('error', (error) => reject(new ScannerUnavailable(`the scanner could not be run: ${error.message}`)));
      child.on('close', (code, signal) => {
        if (code === 0) resolve({ clean: true });
        else if (code === 1) resolve({ clean: false, finding: /: (.+) FOUND\b/.exec(output)?.[1] ?? 'malware' });
        else reject(new ScannerUnavailable(`the scanner ended with ${signal ?? code}`));
      });
    });
}
