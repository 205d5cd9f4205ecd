import { parseArgs } from 'node:util';

/** The parsed command line. */
export interface CommandLine {
  port: number;
  host: string;
  data: string | undefined;
  limits: boolean;
  account: boolean;
  allowRemoteTargets: boolean;
  /** Started as a child process of the product. */
  child: boolean;
}

export const usage = `Usage: npm run simulator -- --port N [options]
  --port N                where to listen, 0 for any free port (default 4010)
  --host ADDRESS          default 127.0.0.1
  --data FILE             keep the data in this file
  --memory                keep the database in memory (default)
  --no-limits             no limit on sends per second
  --account               create an account and print its ids, token and secret
  --allow-remote-webhooks let webhooks leave this machine
  --child                 as the product starts it: a free port, reported over the IPC channel
With SIMULATOR_KEYS (64 hex digits; earlier keys after a comma) the secrets of accounts are encrypted in the file.`;

/** Reads the arguments. @throws Error with a readable message */
export function readCommandLine(args: string[]): CommandLine | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      memory: { type: 'boolean' },
      'no-limits': { type: 'boolean', default: false },
      account: { type: 'boolean', default: false },
      'allow-remote-webhooks': { type: 'boolean', default: false },
      child: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  if (values.child && values.port !== undefined) throw new Error('--child and --port exclude each other');
  const port = Number(values.port ?? 4010);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be 0 to 65535');
  if (values.memory && values.data !== undefined) throw new Error('--memory and --data exclude each other');
  return {
    port,
    host: values.host,
    data: values.data,
    limits: !values['no-limits'],
    account: values.account,
    allowRemoteTargets: values['allow-remote-webhooks'],
    child: values.child,
  };
}
