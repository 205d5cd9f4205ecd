const partBytes = 8_388_608;
const from = Date.UTC(2024, 0, 1);
const words = ['bell', 'brake', 'chain', 'delivery', 'gear', 'invoice', 'lamp', 'order', 'repair', 'saddle', 'wheel'];

/**
 * Conversations in Parley's own format, in parts of an upload.
 * @param first distinguishes the people of one file from those of another
 */
export function* conversationParts(people: number, messagesEach: number, first: number): Generator<Buffer> {
  let lines = '';
  for (let n = first; n < first + people; n++) {
    lines += linesOf(n, messagesEach);
    if (lines.length < partBytes / 2) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines !== '') yield Buffer.from(lines);
}

function linesOf(n: number, messagesEach: number): string {
  const phone_number = `+49151${String(20_000_000 + n)}`;
  const records: object[] = [
    { type: 'contact', phone_number, name: `Person ${n}` },
    { type: 'conversation', phone_number, state: 'DONE', labels: [`Label ${n % 20}`] },
  ];
  for (let at = 0; at < messagesEach; at++) {
    const incoming = at % 2 === 0;
    const word = words[(n + at) % words.length];
    records.push({
      type: 'message',
      id: `${n}-${at}`,
      phone_number,
      at: new Date(from + n * 60_000 + at * 45_000).toISOString(),
      direction: incoming ? 'INCOMING' : 'OUTGOING',
      text: incoming
        ? `Is the ${word} ${n} ready, and what does it cost?`
        : `The ${word} is ready since ${at} o’clock.`,
      ...(incoming ? {} : { author: { name: `Agent ${n % 10}` }, status: 'read' }),
    });
  }
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}
