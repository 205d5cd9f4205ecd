import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line per event on standard output; secrets never reach it. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'token',
        'access_token',
        'refresh_token',
        'id_token',
        'app_secret',
        'authorization',
        '*.password',
        '*.access_token',
        '*.app_secret',
        '*.authorization',
      ],
      censor: '…',
    },
  });
}
