/** A call of the API to copy into a terminal; the reader puts their key in place of the dots. */
export function curlCommand(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object | undefined } = {},
): string {
  const parts = [
    `curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}'${origin}${path}'`,
    `-H 'Authorization: Bearer wa_live_…'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
  ];
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`);
  return parts.join(' \\\n  ');
}

/** The body of a message that the reader can send after putting in their own number. */
export function exampleMessage(channelId = 'CHANNEL-ID') {
  return {
    channel_id: channelId,
    to: '+44 7700 900123',
    source: 'API',
    type: 'text',
    text: { body: 'Hello' },
  };
}
