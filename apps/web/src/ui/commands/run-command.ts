import { activeCommands, useActiveCommands } from './commands.ts';

/** Runs a command of the frame; its code may still be loading, then as soon as it is there. */
export function runCommand(id: string): void {
  const attempt = (): boolean => {
    const command = activeCommands().find((one) => one.id === id);
    command?.run();
    return command !== undefined;
  };
  if (attempt()) return;
  const stop = useActiveCommands.subscribe(() => {
    if (attempt()) stop();
  });
}
