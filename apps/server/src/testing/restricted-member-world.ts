import type { Restrictions } from '@parley/contract/permissions';
import { newId } from '../platform/ids.ts';
import type { NamedRow } from './access-matrix.ts';
import { addAutomationRun } from './access-world.ts';
import { flowOf } from './automations.ts';
import { importsOf } from './imports.ts';
import { queryAsOwner } from './inbox.ts';
import type { TestServer } from './server.ts';
import { createTeam, type Member, type Team } from './team.ts';
import { until } from './world.ts';

/** The restrictions of a User, with one member for each. */
export const restrictionKinds = ['assigned', 'channels', 'masked', 'noExport', 'noDeletion'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** Ids in URLs and bodies: rows of the Owner, none of which the member `assigned` may see. */
export type HiddenRow =
  | NamedRow
  | 'campaignDone'
  | 'cursor'
  | 'deletion'
  | 'duplicate'
  | 'importDone'
  | 'importNew'
  | 'importReady'
  | 'internalNote'
  | 'note'
  | 'ownThread'
  | 'ownContact'
  | 'scheduled'
  | 'trashed';

/** Texts that occur in exactly one kind of row, so that a response with one shows its source. */
export const words = {
  campaign: 'CAMPAIGNWORD',
  cell: 'CELLWORD',
  channel: 'CHANNELWORD',
  contact: 'CONTACTWORD',
  internalNote: 'INTERNALNOTEWORD',
  merged: 'MERGEDWORD',
  message: 'MESSAGEWORD',
  note: 'CONTACTNOTEWORD',
  trashed: 'TRASHEDWORD',
} as const;
export type Word = keyof typeof words;

/** Any customer's number of this account, in any spelling. */
export const customerNumber = /7744\D?110\D?\d{3}/;
export const hiddenNumber = '447744110111';
const ownNumber = '447744110222';

export type RestrictedMemberWorld = {
  clientId: string;
  team: Team;
  member: Member;
  /** `cursor`: the feed's position before any of the rows. */
  rows: Record<HiddenRow, string>;
};

const restrictionsOf = (kind: RestrictionKind, channelId: string): Restrictions => ({
  channel_ids: kind === 'channels' ? [channelId] : null,
  only_assigned: kind === 'assigned',
  mask_phone_numbers: kind === 'masked',
  no_export: kind === 'noExport',
  no_deletion: kind === 'noDeletion',
});

/**
 * An account with one row of everything that may be hidden, all owned by the Owner, and one restricted member each
 * with a conversation of their own on the only channel that `channels` may see.
 */
export async function createRestrictedMemberWorld(
  server: TestServer,
  kind: RestrictionKind,
): Promise<RestrictedMemberWorld> {
  const { owner } = server;
  const team = await createTeam(server);
  const { clientId } = team;
  const call = async <B = { id: string }>(method: string, path: string, body?: object): Promise<B> => {
    const answer = await team.call<B>(team.owner, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const write = (text: string, values: unknown[]) => queryAsOwner(owner, text, [clientId, ...values]);
  const { cursor, channels } = await call<{ cursor: string; channels: { id: string }[] }>('GET', '/bootstrap');
  const ownChannel = channels[0]?.id ?? '';
  const member = await team.add('User');
  await write('update client_users set restrictions = $3 where client_id = $1 and user_id = $2', [
    member.uid,
    restrictionsOf(kind, ownChannel),
  ]);
  const channel = newId();
  await write(
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', $3, '', $4, '', '',
       '{"access_token": "", "app_secret": "", "verify_token": ""}')`,
    [channel, words.channel, channel],
  );

  const contactList = (await call('POST', '/contact-lists', { name: 'Everybody' })).id;
  const addContact = async (name: string, phone_number: string) =>
    (await call('POST', '/contacts', { name, phone_number, contact_list_ids: [contactList] })).id;
  const contact = await addContact(`${words.contact} Hilda`, `+${hiddenNumber}`);
  const ownContact = await addContact('Seen Sam', `+${ownNumber}`);
  const duplicate = await addContact(`${words.contact} Hulda`, '+447744110112');
  const trashed = await addContact(`${words.trashed} Theo`, '+447744110113');
  const joined = await addContact(`${words.merged} Mona`, '+447744110114');
  const stays = await addContact(`${words.contact} Moritz`, '+447744110115');
  await call('DELETE', '/contacts/multi', { ids: [trashed] });
  const [gone] = await write('select deletion_id from contacts where client_id = $1 and id = $2', [trashed]);
  const merge = (await call('POST', '/contacts/merge', { contact_id: stays, merge_ids: [joined] })).id;
  await write(`insert into contact_duplicates (client_id, a_id, b_id, reason) values ($1, $2, $3, 'name')`, [
    ...[contact, duplicate].sort(),
  ]);
  const note = (await call('POST', `/contacts/${contact}/notes`, { body: words.note })).id;
  await call('PUT', `/contacts/${contact}/suppression`, { scope: 'marketing' });
  const byNumber = { field: 'phone_number', op: 'begins_with', value: hiddenNumber };
  const segment = (
    await call('POST', '/segments', {
      name: 'One number',
      filter: { all: [byNumber] },
    })
  ).id;

  const label = (await call('POST', '/labels', { name: 'Service' })).id;
  const stage = (await call('POST', '/stages', { name: 'Offer sent' })).id;
  const savedView = (await call('POST', '/views', { name: 'Service', shared: true, conditions: { label } })).id;

  const savedReport = (await call('POST', '/saved-reports', { name: 'Week', shared: true, query: { period: '7d' } }))
    .id;

  const addThread = async (
    channelId: string,
    contactId: string,
    phone: string,
    assignee: string | null,
    body: string,
  ) => {
    const [thread, message] = [newId(), newId()];
    await write(
      `insert into threads (client_id, id, channel_id, contact_id, to_phone, assignee_id, last_message_at, last_message_id)
       values ($1, $2, $3, $4, $5, $6, now(), $7)`,
      [thread, channelId, contactId, phone, assignee, message],
    );
    await write(
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type,
         status, send_state, content, created_by, "timestamp", sort_at)
       values ($1, $2, $3, $4, $5, 'OUTGOING', $6, 'COMPOSE', 'WEB_APP', 'text', 1, 'accepted',
         jsonb_build_object('preview_url', false, 'body', $7::text), $8, now(), now())`,
      [message, thread, channelId, contactId, phone, `${body} for ${phone}`, team.owner.uid],
    );
    return { thread, message };
  };
  const { thread, message } = await addThread(channel, contact, hiddenNumber, null, words.message);
  const { thread: ownThread } = await addThread(ownChannel, ownContact, ownNumber, member.uid, 'Hello');
  // Nothing to call WhatsApp with: the refusal comes before the call.
  const unnumbered = await addContact(`${words.contact} Nora`, '+447744110116');
  await write('delete from contact_identities where client_id = $1 and contact_id = $2', [unnumbered]);
  const threadUnnumbered = newId();
  await write('insert into threads (client_id, id, channel_id, contact_id) values ($1, $2, $3, $4)', [
    threadUnnumbered,
    channel,
    unnumbered,
  ]);
  const internalNote = (
    await call('POST', `/threads/${thread}/notes`, { body: words.internalNote, mentions: { user_ids: [member.uid] } })
  ).id;

  const audience = {
    phone_numbers: [`+${hiddenNumber}`],
    filter: { all: [byNumber] },
    selection: { search: hiddenNumber, filter: byNumber },
  };
  const addCampaign = async (state: string) => {
    const id = newId();
    await write(
      `insert into campaigns (client_id, id, name, area, channel_id, audience, state, total, created_by)
       values ($1, $2, $3, 'BROADCAST', $4, $5, $6, 1, $7)`,
      [id, words.campaign, channel, audience, state, team.owner.uid],
    );
    await write(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, phone_number, name, state, sent_at)
       values ($1, $2, 1, 'c:' || $3::uuid, $3::uuid, $4, $5, 'SENT', now())`,
      [id, contact, hiddenNumber, `${words.contact} Hilda`],
    );
    return id;
  };
  const [campaign, campaignDone] = [await addCampaign('DRAFT'), await addCampaign('CANCELLED')];
  const campaignFile = newId();
  await write(
    `insert into campaign_files (client_id, id, name, created_by, request_hash) values ($1, $2, 'File', $3, '')`,
    [campaignFile, team.owner.uid],
  );
  await write(
    `update campaigns set audience = audience || jsonb_build_object('file_id', $3::text) where client_id = $1 and id = $2`,
    [campaignDone, campaignFile],
  );

  const imports = await importsOf(server, team);
  const file = (numbers: string) =>
    `Phone,Name,Remark\n${numbers},${words.contact} Imre,${words.cell}\n77,Bad,${words.cell}\n`;
  const mapping = [{ target: 'phone' }, { target: 'name' }, { target: 'ignore' }];
  const check = async (numbers: string) => {
    const { id } = await imports.upload(file(numbers));
    await call('PUT', `/imports/${id}/mapping`, { mapping, rules: {} });
    await imports.settled(id);
    return id;
  };
  const importDone = await check('+447744110116');
  await call('POST', `/imports/${importDone}/start`);
  await imports.settled(importDone);
  const importReady = await check('+447744110117');
  const importEmpty = (await call('POST', '/imports', { name: 'File' })).id;
  const importNew = await imports.send(file('+447744110118'), 'people.csv');

  const settledBulk = async (id: string) => {
    await until(async () => (await call<{ state: string }>('GET', `/contacts/bulk/${id}`)).state === 'done');
    return id;
  };
  const exported = await settledBulk((await call('POST', '/contacts/exports', { selection: {} })).id);
  const bulk = await settledBulk(
    (
      await call('POST', '/contacts/bulk', {
        selection: { ids: [contact] },
        act: { kind: 'set_field', name: 'City', value: 'Leeds' },
      })
    ).id,
  );
  await call('POST', `/contacts/${contact}/data-export`);
  await until(async () => {
    const { file: ready } = await call<{ file: { state: string } }>('GET', `/contacts/${contact}/data-export`);
    return ready.state === 'done';
  });
  const [template, sessionTemplate] = [newId(), newId()];
  await write(
    `insert into templates (client_id, id, waba_id, name, language, status) values ($1, $2, '1', 'hello', 'en', 'ACTIVE')`,
    [template],
  );
  await write(
    `insert into session_templates (client_id, id, name, shortcut, body, created_by) values ($1, $2, 'Thanks', 'thanks', 'Thank you', 'x')`,
    [sessionTemplate],
  );
  await write('update campaigns set template_id = $3 where client_id = $1 and id = $2', [campaign, template]);
  await write(`insert into thread_labels (client_id, thread_id, label_id) values ($1, $2, $3)`, [thread, label]);
  const said = `${words.message} for ${hiddenNumber}`;
  const scheduled = newId();
  await write(
    `insert into scheduled_messages (client_id, id, thread_id, send_at, source, medium, type, content, marketing,
       request_hash, created_by, meta_type)
     values ($1, $2, $3, now() + interval '1 day', 'INBOX', 'WEB_APP', 'text',
       jsonb_build_object('preview_url', false, 'body', $4::text), false, '', $5, 'text')`,
    [scheduled, thread, said, team.owner.uid],
  );
  const [automation, automationRun] = [newId(), newId()];
  await addAutomationRun(owner, {
    ...{ clientId, automation, automationRun, thread, channel, message },
    flow: flowOf({ kind: 'message' }, []),
    variables: { answer: said },
  });
  const chatLink = newId();
  await write(
    `insert into chat_links (client_id, id, channel_id, name, text, code, created_by, request_hash)
     values ($1, $2, $3, 'Poster', 'Hello', 'ABCDEF', 'x', '')`,
    [chatLink, channel],
  );
  const helpText = newId();
  await write(
    `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
     values ($1, $2, 'Returns', 'Within 30 days', 'x', 'x', '')`,
    [helpText],
  );
  const importSource = newId();
  await write(
    `insert into import_sources (client_id, id, name, url, mapping, rules, schedule, time_zone, next_at, created_by, request_hash)
     values ($1, $2, 'Shop', 'https://files.example', '[]', '{"contact_list_ids": [], "purpose": "both", "conflict": "fill", "blanks": "ignore", "list_separator": ","}',
       '{"every": "hours", "hours": 24}', 'UTC', now() + interval '1 day', 'x', '')`,
    [importSource],
  );
  const incomingWebhook = newId();
  await write(
    `insert into incoming_webhooks (client_id, id, name, contact, secret_enc, created_by, request_hash)
     values ($1, $2, 'Shop', '{"phone_number": "phone", "name": null, "custom_fields": [], "contact_list_ids": []}', '', 'x', '')`,
    [incomingWebhook],
  );
  const [webhook, delivery] = [newId(), newId()];
  await write(
    `insert into webhook_endpoints (client_id, id, url, events, secret_enc, feed_pos, created_by, request_hash, state, pause_reason)
     values ($1, $2, 'https://receiver.example', '{message.sent}', '', 0, 'x', '', 'paused', 'manual')`,
    [webhook],
  );
  await write(
    `insert into webhook_deliveries (client_id, id, endpoint_id, event_id, type, collection, row_id, marker, event_at, state, ended_at)
     values ($1, $2, $3, $2, 'message.sent', 'messages', $4, 'NEW', now(), 'delivered', now())`,
    [delivery, webhook, message],
  );
  // As their features would have written them with the rows above.
  await write(
    `insert into changes_new (client_id, collection, row_id, marker, version)
     select $1, * from unnest($2::text[], $3::text[]) x(collection, row_id), (values ('NEW', 1)) v(marker, version)`,
    [
      ['threads', 'messages', 'scheduled_messages', 'campaigns', 'campaigns'],
      [thread, message, scheduled, campaign, campaignDone],
    ],
  );
  server.platform.notifier.notify('changes_new', clientId);
  const phone = (await call('POST', '/sandbox/phones', { name: 'Otto' })).id;
  const group = (await call('POST', '/user-groups', { name: 'Sales' })).id;
  const bugReport = (
    await call('POST', '/bug-reports', {
      what_happened: 'The message is cut',
      severity: 'slows',
      may_reply: false,
      conversation: {
        thread_id: thread,
        contact: { name: `${words.contact} Hilda`, phone_number: hiddenNumber },
        messages: [{ at: new Date().toISOString(), direction: 'OUTGOING', type: 'text', text: words.message }],
      },
    })
  ).id;
  const featureRequest = (
    await call('POST', '/feature-requests', { title: 'Dark labels', problem: 'Labels are too bright' })
  ).id;
  return {
    clientId,
    team,
    member,
    rows: {
      apiKey: newId(),
      auditForwarding: newId(),
      historyImport: newId(),
      scimToken: newId(),
      application: newId(),
      automation,
      automationRun,
      bugReport,
      bulk,
      campaign,
      campaignDone,
      channel,
      contact,
      contactList,
      contactNote: note,
      cursor,
      delivery,
      deletion: String(gone?.['deletion_id']),
      duplicate,
      erasure: newId(),
      export: exported,
      featureRequest,
      group,
      import: importEmpty,
      campaignFile,
      importDone,
      importNew,
      importReady,
      internalNote,
      invitation: newId(),
      joinRequest: newId(),
      merge,
      message,
      note,
      ownContact,
      ownThread,
      phone,
      label,
      stage,
      scenario: newId(),
      scheduled,
      savedReport,
      savedView,
      segment,
      session: newId(),
      sessionTemplate,
      template,
      testNumber: newId(),
      thread,
      threadNote: internalNote,
      threadUnnumbered,
      trashed,
      user: team.owner.uid,
      chatLink,
      helpText,
      importSource,
      incomingWebhook,
      webhook,
    },
  };
}
