import { spawnSync } from 'node:child_process';
import { chmodSync, statfsSync } from 'node:fs';

const room = '6g';
const slackBytes = 64 * 1_024;

/** A file system of its own in memory, whose size is set at will: full at once, without filling it. */
export class SmallDisk {
  readonly #dir: string;

  /** @throws Error when this user may not mount one */
  constructor(dir: string) {
    this.#dir = dir;
    const { status, stderr } = mount(['-t', 'tmpfs', '-o', `size=${room}`, 'tmpfs', dir]);
    if (status !== 0) throw new Error(`a full disk needs a file system of its own, which root may mount: ${stderr}`);
    // PostgreSQL runs as another user then, who has to pass through.
    chmodSync(dir, 0o711);
  }

  /** From now on nothing more fits. */
  fill(): void {
    // Between looking and setting, something may be written.
    for (let attempt = 1; attempt <= 20; attempt++) {
      const { blocks, bfree, bsize } = statfsSync(this.#dir);
      const used = (blocks - bfree) * bsize + attempt * slackBytes;
      if (mount(['-o', `remount,size=${used}`, this.#dir]).status === 0) return;
    }
    throw new Error(`${this.#dir} could not be made smaller`);
  }

  free(): void {
    const { status, stderr } = mount(['-o', `remount,size=${room}`, this.#dir]);
    if (status !== 0) throw new Error(`${this.#dir} could not be made larger: ${stderr}`);
  }

  /** Also while files in it are open. */
  remove(): void {
    spawnSync('umount', ['-l', this.#dir]);
  }
}

function mount(args: string[]): { status: number | null; stderr: string } {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return { status, stderr: error?.message ?? stderr };
}
