// Loaded into every program that runTs starts. The channel to the parent closes when the parent dies, however it dies;
// the program is then asked to end as by an operator, and made to when it does not.
const graceMs = 11_000;

if (process.channel) {
  process.on('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // Listening alone must not keep a program alive that has nothing left to do.
  process.channel.unref();
}
