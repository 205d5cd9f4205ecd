// For containers and service managers: ends with 0 when the server on this machine can serve calls, with 1 otherwise.
const port = process.env.PORT || '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) {
    console.error(await answer.text());
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
