/**
 * The bar of each figure. Ratios compare with the baseline of the same run: this machine's speed varies twofold from
 * minute to minute, the ratio of two interleaved measurements hardly does. The numbers are the product's bars.
 */
export type Bar = {
  what: string;
  unit: string;
  /** `ratio`: subject divided by comparison; `value`: the subject's figure, in `unit`. */
  kind: 'ratio' | 'value';
  better: 'more' | 'less';
  bar: number | null;
  aim?: number;
  /** The worst round has to meet it, not the median. */
  everyRound?: boolean;
};

export const bars = {
  'ingest.1.16': ratio('webhooks complete, 1 event a POST, 16 accounts', 'POST/s', 'more', 0.3, 0.45),
  'ingest.1.1': ratio('webhooks complete, 1 event a POST, 1 account', 'POST/s', 'more', 0.3, 0.45),
  'ingest.texts': {
    ...ratio('texts applied, 2,000 customers, from an empty installation on', 'texts/s', 'more', 0.3),
    everyRound: true,
  },
  'ingest.10.16': ratio('webhooks complete, 10 events a POST, 16 accounts', 'POST/s', 'more', 0.25, 0.4),
  'ingest.10.1': ratio('webhooks complete, 10 events a POST, 1 account', 'POST/s', 'more', 0.25, 0.4),
  'start.warm': value('warm start to ready', 'ms', 1_500),
  'start.warm.cpu': value('the same, processor time of everything started', 'ms', null),
  'start.refused': value('a wrong setting is named', 'ms', 1_000),
  'start.empty': value('empty DATA_DIR to ready', 'ms', 5_000),
  'start.clone': value('fresh clone to ready, install and build included', 's', 180),
  'memory.node': value('Node, 60 s after start and one sign-in', 'MB', 110),
  'memory.node.first': value('Node, the same after the very first start', 'MB', null),
  'memory.postgres': value('PostgreSQL, at the same moment', 'MB', 40),
  'memory.tree': value(
    'everything that runs, launcher and simulator included, 20 s after the first sign-in',
    'MB',
    150,
  ),
  'memory.idle': value('idle, server and database together', '% of a core', 1),
  'media.in': value('a 16 MB video comes in, over idle', 'MB', 32),
  'media.out': value('a 16 MB video goes out, over idle', 'MB', 32),
  'automations.keywords': ratio(
    'texts applied and seen by 20 keyword automations, base: without any',
    'texts/s',
    'more',
    0.8,
  ),
  'automations.replies': value('a message to the call of the bot’s reply at 100/s: 95 % within', 'ms', 1_000),
  'automations.timers': value('10,000 waits over within a minute: 99 % of the messages written within', 's', 5),
  'simulator.sends': rate('sends of the stand-alone simulator, three statuses each', '1/s', 1_000),
  'broadcast.rate': rate('a broadcast at a cap of 1,000: calls to WhatsApp begun, statuses applied', '1/s', 950),
  'broadcast.budget': value('a budget, of the database time of a broadcast', '%', 5),
  'broadcast.reply': value('meanwhile an answer of the team to its call: 95 % within', 'ms', 500),
  'fanout.last.1': ratio('message in to the only screen', 'ms', 'less', null),
  'fanout.last.200': ratio('message in to the last of 200 screens', 'ms', 'less', null),
  'fanout.last.1000': ratio('message in to the last of 1,000 screens', 'ms', 'less', 1.5),
  'fanout.rate.200': ratio('messages delivered to 200 screens, baseline socket.io rooms', 'deliveries/s', 'more', 1),
  'fanout.rate.1000': ratio('messages delivered to 1,000 screens, baseline socket.io rooms', 'deliveries/s', 'more', 1),
  'peers.ingest': ratio('webhooks complete, baseline plain inserts of parse-server', 'POST/s', 'more', 2, 4),
  'peers.screens': ratio(
    'message in to the last of 1,000 screens, baseline live queries of parse-server',
    'ms',
    'less',
    0.8,
  ),
  'peers.broadcast': ratio(
    'a broadcast at a cap of 1,000 with every recipient’s outcome, baseline a loop over a list with one counter',
    '1/s',
    'more',
    null,
  ),
  'identity.sign-in': value('sign-in by password, 4 at once: 95 % within', 'ms', 150),
  'identity.check': value('token and membership of a call: half within', 'ms', 0.6),
  'identity.key': value('an API key of a call: half within', 'ms', 0.5),
  'stalled.memory': value('400 bodies of 4 MB withheld at the last byte: memory over before', 'MB', 64),
  'stalled.ended': value('all of them ended within', 's', 30),
  'stalled.other': ratio(
    'conversations of another account beside 3,000 slow connections: 95 % within',
    'ms',
    'less',
    2,
  ),
  'reports.year': value('report of a year of 5,200,000 messages: slowest of all filters', 'ms', 1_000),
  'search.messages': value('search of 5,200,000 messages: 95 % of the slowest within', 'ms', 100),
  'together.presence': value('a member who looks or types, to another member: 95 % within', 'ms', 300),
  'together.push': value('webhook to the request at the push service: 95 % within', 'ms', 1_000),
  'webhooks.deliveries': rate('deliveries of one webhook', '1/s', 500),
  'snapshot.rows': ratio('recipients of a broadcast snapshot, base: inserts of 500', 'rows/s', 'more', 0.3),
  'snapshot.check': value('audience of a large list counted before a broadcast', 'ms', 3_000),
  'snapshot.million': value('all of 1,000,000 contacts counted with six exclusions', 'ms', 3_000),
  'import.rows': ratio('rows read, understood and written, baseline upserts of 1,000', 'rows/s', 'more', 0.3),
  'import.check': value('check of 100,000 rows', 'ms', 5_000),
  'import.memory': value('a million rows come in, over idle', 'MB', 150),
  'import.inbox': value('meanwhile a message in: 95 % within', 'ms', 200),
  'import.largest': rate('the largest file: rows written, killed once', 'rows/s', null),
  'import.largest.memory': value('Node meanwhile at its highest, over idle', 'MB', null),
  'import.largest.undo': rate('rows undone', 'rows/s', null),
  'history.time': value('a million messages of 100,000 people come in', 'min', 30),
  'history.memory': value('Node meanwhile at its highest, over idle', 'MB', 200),
  'history.inbox': ratio('meanwhile the inbox: 95 % within, beside the same before', 'ms', 'less', 2),
  'export.time': value('everything of an account is exported, for each million messages', 'min', 5),
  'export.memory': value('Node meanwhile at its highest, over idle', 'MB', null),
  'send.16': ratio('sends through the API, 16 accounts, baseline the engine', 'sends/s', 'more', 0.3, 0.4),
  'send.1': ratio('sends through the API, 1 account, baseline the engine', 'sends/s', 'more', 0.3, 0.4),
  'graph.send': ratio('a send through the Cloud API: half answered within, beside the API', 'ms', 'less', 1.5),
  'top-tier.p50': value('3,300 POST/s: half answered within', 'ms', 25),
  'top-tier.p99': value('3,300 POST/s: 99 % answered within', 'ms', 250, 100),
  'top-tier.p99.ratio': ratio('3,300 POST/s: 99 % answered within, beside the baseline', 'ms', 'less', 3),
  'top-tier.empty': value('3,300 POST/s: nothing pending after the last answer', 'ms', 5_000),
  'inbox.list': ratio('first page of 200,000 conversations: half answered within', 'ms', 'less', 2),
  'contacts.sort': value('first page of a million contacts in any order: 95 % of the slowest within', 'ms', 50),
  'contacts.list': value('first page of any list in any order: 95 % of the slowest within', 'ms', 50),
  'contacts.filter': value('first page of any filter: 95 % of the slowest within', 'ms', 50),
  'contacts.search': value('first page of any fragment: 95 % of the slowest within', 'ms', 50),
  'contacts.count': value('how many match, as far as is counted: 95 % of the slowest within', 'ms', null),
  'contacts.delete-all': value('delete-all of a million: answered within', 'ms', 500),
  'templates.sync': value('sync of 200 new templates', 's', 5),
  'templates.list': value('a key in the search of 1,000 templates, to the frame that shows it: slowest', 'ms', 50),
  'templates.picker': value('a key in the template picker of 1,000, to the frame that shows it: slowest', 'ms', 50),
  'templates.preview': value('a key in the editor, to the change of the preview: slowest', 'ms', 16.7),
  'web.lcp.landing': value('largest paint of / on a slow processor', 'ms', 1_200),
  'web.lcp.inbox': value('largest paint of a warm /inbox on a slow processor', 'ms', 600),
  'web.cls': value('layout shift of the worst page', 'CLS', 0.02),
  'screens.switch.seen': value('a conversation seen before, from the click to its messages: median', 'ms', 50),
  'screens.switch.first': value('a conversation of this visit for the first time, after hovering: median', 'ms', 100),
  'screens.typing': value(
    'a key in a conversation of 1,000 messages, to the frame that shows it: 95 % within',
    'ms',
    50,
  ),
  'screens.cold.requests': value('requests of a cold /inbox until its rows can be used', 'requests', 25),
  'screens.cold.script': value('compressed script of a cold /inbox until its rows can be used', 'KiB', 150),
  'phone.push': value('on a phone: from a push to the reply that the server has, without typing', 's', 10),
  'phone.taps': value('taps for it', 'taps', 3),
  'phone.reply': value('the same, answered in the notification', 's', 10),
  'phone.share': value(
    'a picture from another app, from choosing the conversation to the server, without typing',
    's',
    null,
  ),
  'phone.share.offline': value('the same without a network, from the network on', 's', null),
  'phone.settle': value(
    '200 acts made offline, one kill between: from the network on until the server has all',
    's',
    5,
  ),
  'phone.idle': value('an hour idle', 'MB', 1),
} as const satisfies Record<string, Bar>;

export type BarName = keyof typeof bars;

function ratio(what: string, unit: string, better: Bar['better'], bar: number | null, aim?: number): Bar {
  return { what, unit, kind: 'ratio', better, bar, ...(aim === undefined ? {} : { aim }) };
}

function value(what: string, unit: string, bar: number | null, aim?: number): Bar {
  return { what, unit, kind: 'value', better: 'less', bar, ...(aim === undefined ? {} : { aim }) };
}

/** A figure without comparison, where more is better. */
function rate(what: string, unit: string, bar: number | null): Bar {
  return { what, unit, kind: 'value', better: 'more', bar };
}
