import { useLingui } from '@lingui/react/macro';
import type { AskingApplication, ConnectedApplication } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { ConnectedApplications } from './components/connected-applications.tsx';
import { Consent } from './components/consent.tsx';

const nothing = () => undefined;
const decide = async () => undefined;
const accounts = [
  { client_id: '01900000-0000-7000-8000-000000000001', name: 'Kestrel shop' },
  { client_id: '01900000-0000-7000-8000-000000000002', name: 'Kestrel repairs' },
];
const claude: AskingApplication = {
  name: 'Claude',
  host: 'claude.example',
  destination: { kind: 'website', name: 'claude.example' },
  scopes: ['read', 'write'],
};
const unknown: AskingApplication = {
  name: 'A program with a name as long as a name of a program may be, and then a few words more of it',
  host: null,
  destination: { kind: 'device', name: '' },
  scopes: ['read'],
};
const at = '2026-11-19T09:00:00.000Z';
const connected: ConnectedApplication[] = [
  {
    ...{ id: accounts[0]?.client_id ?? '', name: 'Claude', host: null, scopes: ['read', 'write'] },
    ...{ destination: claude.destination, member: { user_id: accounts[0]?.client_id ?? '', name: 'Mara Lindqvist' } },
    ...{ created_at: at, last_used_at: at, last_used_ip: '203.0.113.9' },
  },
  {
    ...{ id: accounts[1]?.client_id ?? '', name: 'Cursor', host: null, scopes: ['read'] },
    destination: { kind: 'app', name: 'cursor' },
    member: { user_id: accounts[0]?.client_id ?? '', name: 'Jonas Weber' },
    ...{ created_at: at, last_used_at: null, last_used_ip: null },
  },
];

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'application-consent', title: t`An application asks for access`, states: <Consents /> },
    {
      id: 'connected-applications',
      title: t`Connected applications`,
      states: (
        <>
          <ConnectedApplications applications={connected} />
          <ConnectedApplications applications={[]} />
        </>
      ),
    },
  ];
}

function Consents() {
  const { t } = useLingui();
  const all = {
    clientId: accounts[0]?.client_id ?? '',
    email: 'mara@kestrel.example',
    onAccount: nothing,
    onDecide: decide,
  };
  return (
    <>
      <Consent {...all} asking={claude} accounts={accounts} problem={null} />
      <Consent {...all} asking={unknown} accounts={accounts.slice(0, 1)} problem={t`Confirm who you are to do this.`} />
    </>
  );
}
