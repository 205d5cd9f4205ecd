import type { FeedbackSettings, InputOf } from '@parley/contract/types';

export type DestinationBody = InputOf<'PUT /api/feedback-settings'>['body'];
export type DestinationDraft = Required<DestinationBody>;
type ForgeKind = NonNullable<FeedbackSettings['forge_kind']>;

/** Where most repositories of a kind are; there is no such place for Forgejo. */
export const forgeAddresses: Record<ForgeKind, string> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  forgejo: '',
};

export function draftOf(settings: FeedbackSettings): DestinationDraft {
  return {
    destination: settings.destination,
    email: settings.email ?? '',
    webhook_url: settings.webhook_url ?? '',
    forge_kind: settings.forge_kind ?? 'github',
    forge_url: settings.forge_url ?? forgeAddresses.github,
    forge_repository: settings.forge_repository ?? '',
    forge_token: '',
  };
}

/** Only what belongs to the chosen destination; an empty token leaves the stored one. */
export function bodyOf(draft: DestinationDraft): DestinationBody {
  const { destination, email, webhook_url, forge_kind, forge_url, forge_repository, forge_token } = draft;
  switch (destination) {
    case 'stored':
    case 'file':
      return { destination };
    case 'email':
      return { destination, email: email.trim() };
    case 'webhook':
      return { destination, webhook_url: webhook_url.trim() };
    case 'forge': {
      const repository = forge_repository.trim().replace(/^\/+|\/+$/g, '');
      const token = forge_token.trim();
      const settings = { destination, forge_kind, forge_url: forge_url.trim(), forge_repository: repository };
      return token === '' ? settings : { ...settings, forge_token: token };
    }
  }
}
