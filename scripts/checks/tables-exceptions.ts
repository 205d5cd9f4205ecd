/** Reasons by what is excepted. */
export type Exceptions = Readonly<Record<string, string>>;

/** Writes to tables of other features, by `feature → table`. */
export const foreignWrites: Exceptions = {
  'broadcasts → changes_new': 'changes of thousands of messages, in the statement that writes them',
  'messaging → changes_new': 'changes of a batch, in the statement that writes its messages',
  'platform → a computed name': 'the rows of an imported account, whose tables are in a list',
  'platform → api_keys': 'the last use of a key, where keys are checked',
  'platform → audit_events': 'one insert for all features, in the transaction of what is recorded',
};

/**
 * Reads of tables of other features outside of `*-query.ts` and `*-query-repo.ts`, by `feature → feature of the tables`.
 * A new read belongs in a query file, or behind a function of the owner.
 */
export const foreignReads: Exceptions = {
  'broadcasts → accounts': 'the country and time zone of the account',
  'broadcasts → channels': 'the pace and state of the channel, in the statement that enqueues',
  'broadcasts → contacts': 'recipients are read again when they are enqueued',
  'broadcasts → messaging': 'progress is counted from messages',
  'broadcasts → sync': 'progress follows the change feed',
  'broadcasts → templates': 'the status of the template, in the statement that enqueues',
  'channels → accounts': 'channels of deleted accounts are not served',
  'channels → ingest': 'webhook statistics of a channel',
  'channels → messaging': 'what a channel has sent and received',
  'channels → templates': 'the templates that a channel offers',
  'compose → channels': 'the history names channels',
  'compose → contacts': 'the history names contacts',
  'compose → messaging': 'the history is a list of messages',
  'compose → team': 'the history names members',
  'contacts → broadcasts': 'filters and columns by campaign',
  'contacts → inbox': 'notes of conversations of a contact',
  'contacts → messaging': 'filters by conversation, and who may see a contact',
  'identity → accounts': 'names of accounts at sign-in',
  'identity → messaging': 'unread conversations of each account',
  'identity → team': 'memberships at sign-in',
  'inbox → messaging': 'notes belong to conversations',
  'inbox → team': 'mentions name members',
  'ingest → accounts': 'events of deleted accounts are not applied',
  'messaging → broadcasts': 'the campaign of a message',
  'messaging → channels': 'the sender of a message',
  'messaging → contacts': 'the recipient of a message',
  'messaging → inbox': 'labels of a conversation',
  'messaging → team': 'assignees of a conversation',
  'messaging → templates': 'templates of a message',
  'platform → accounts': 'the state of the account, where requests are authenticated',
  'platform → identity': 'the session and user, where requests are authenticated',
  'platform → settings': 'API keys, where requests are authenticated',
  'platform → team': 'the role of the member, where requests are authenticated',
  'settings → accounts': 'one lock per account for its API keys; refused calls of deleted accounts are not recorded',
  'settings → channels': 'the checklist of a new account',
  'settings → contacts': 'the checklist of a new account',
  'settings → messaging': 'the checklist of a new account',
  'settings → team': 'members in the account and its checklist',
  'team → accounts': 'the account of a member or invitation',
  'team → channels': 'restrictions to channels',
  'team → contacts': 'numbers in the overview of the team',
  'team → identity': 'users behind members',
  'team → messaging': 'assigned conversations and response times of members',
  'templates → channels': 'channels of the account a template belongs to',
};
