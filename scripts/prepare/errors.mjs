// Plain JavaScript that Node 20 understands, without dependencies: it runs before anything is installed.

/** A reason to stop before the project's own code runs. The message is one line that says how to fix it. */
export class PrepareError extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'PrepareError';
    this.exitCode = exitCode;
  }
}

/** Thrown when a signal ended a step; there is nothing to explain to who sent it. */
export class StoppedError extends PrepareError {
  /** @param {number} exitCode */
  constructor(exitCode) {
    super('', exitCode);
    this.name = 'StoppedError';
  }
}
