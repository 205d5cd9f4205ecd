-- Conversations with files, for the filter of the inbox. A message's type never changes, so statuses still update in place.
create index messages_of_media on messages (client_id, thread_id)
  where type in ('image', 'video', 'audio', 'document', 'sticker');
