// For containers and service managers: ends with 0 when the server on this machine answers, with 1 otherwise. Whether it
// can serve is not asked: they would take away the process whose pages say what is wrong.
const port = process.env.PORT || '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) {
    console.error(await answer.text());
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
