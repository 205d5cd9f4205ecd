// Loaded into a server before anything else: its clock is wrong by the milliseconds in a file, and jumps when they
// change. Timers do not, as those of a machine whose clock is set.
import { readFileSync } from 'node:fs';

const file = process.env.CHAOS_CLOCK_FILE ?? '';
const lookEveryMs = 50;
const RealDate = globalThis.Date;
let offsetMs = 0;

function look() {
  offsetMs = Number(readFileSync(file, 'utf8'));
}

look();
setInterval(look, lookEveryMs).unref();
const now = () => RealDate.now() + offsetMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
});
