import { randomBytes } from 'node:crypto';
import { type CommandLine, readCommandLine, usage } from './command-line.ts';
import type { AccountInput, ReadyMessage } from './control-types.ts';
import { decimalId } from './graph/ids.ts';
import { childLimits, noLimits, type SimulatorOptions, standAloneLimits } from './options.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { damagedExitCode, isDamage } from './storage/damage.ts';

/** The process ends within this time on request. */
const endWithinMs = 1500;

function fail(error: unknown): never {
  process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isDamage(error) ? damagedExitCode : 1);
}

function endWith(simulator: Simulator): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), endWithinMs).unref();
    simulator.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // The product has ended, for whatever reason: this process ends with it.
  process.on('disconnect', end);
}

async function runAsChild(line: CommandLine): Promise<void> {
  const secret = process.env.SIMULATOR_SECRET;
  const limits = line.limits ? childLimits : noLimits;
  const simulator = await startSimulator({ ...optionsFrom(line), port: 0, host: '127.0.0.1', limits, secret });
  endWith(simulator);
  const ready: ReadyMessage = { type: 'ready', port: simulator.port };
  if (process.send) process.send(ready);
  else process.stdout.write(`${JSON.stringify(ready)}\n`);
}

async function runAlone(line: CommandLine): Promise<void> {
  const secret = process.env.SIMULATOR_SECRET;
  const limits = line.limits ? standAloneLimits : noLimits;
  const simulator = await startSimulator({ ...optionsFrom(line), limits, secret });
  endWith(simulator);
  process.stdout.write(`WhatsApp simulator on ${simulator.url} (database in ${line.data ?? 'memory'})\n`);
  if (line.account || simulator.countAccounts() === 0) {
    const { phone_number_id, ...input } = inventAccount();
    simulator.registerAccount(phone_number_id, input);
    process.stdout.write(`account ${JSON.stringify({ phone_number_id, ...input })}\n`);
  }
}

function optionsFrom(line: CommandLine): SimulatorOptions {
  const { port, host, data, allowRemoteTargets } = line;
  const allowedPrivateHosts = (process.env.ALLOWED_PRIVATE_HOSTS ?? '').split(',').map((one) => one.trim());
  const keys = (process.env.SIMULATOR_KEYS ?? '').split(',').filter((one) => one !== '');
  return { port, host, data, keys, allowRemoteTargets, allowedPrivateHosts, onFatal: fail };
}

/** An account with generated keys, as printed. */
function inventAccount(): AccountInput & { phone_number_id: string } {
  const id = decimalId();
  return {
    phone_number_id: id,
    waba_id: decimalId(),
    token: `EAA${randomBytes(32).toString('base64url')}`,
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(12).toString('hex'),
    display_phone_number: `1555${String(BigInt(id) % 10_000_000n).padStart(7, '0')}`,
    verified_name: 'Sandbox business',
  };
}

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  if (line === 'help') process.stdout.write(`${usage}\n`);
  else if (line.child) await runAsChild(line);
  else await runAlone(line);
}

main().catch(fail);
