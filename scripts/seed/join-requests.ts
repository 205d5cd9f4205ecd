import type { OutputOf } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import { createImage } from './image.ts';
import type { Installation } from './installation.ts';
import { ensureUser, type SignIn, signIn } from './members.ts';

type Colour = Parameters<typeof createImage>[0];

/** Users who ask to join, by name and address. */
const joinRequests = [
  ['Saoirse Brennan', 'saoirse@kestrel.example'],
  ['Bartholomew Featherstonehaugh-Cholmondeley', 'bartholomew@kestrel.example'],
] as const;
/** Members with a photo: a gradient of two colors. */
const photos: readonly (readonly [email: string, from: Colour, to: Colour])[] = [
  ['omar@kestrel.example', [196, 150, 90], [70, 60, 52]],
  ['mei@kestrel.example', [41, 98, 107], [226, 214, 188]],
];

/** Users of the company who ask to join the account, and the requests that the Owner can answer. */
export async function seedRequests(installation: Installation, clientId: string, owner: SignIn): Promise<void> {
  const { url } = installation;
  const confirm = (email: string) =>
    installation.owner.query('update users set email_verified_at = now() where lower(email) = $1', [email]);
  await confirm(owner.email);
  const { token } = await signIn(installation, owner);
  await apiCall(url, 'PUT', '/api/client', { join_by_domain: true }, token);
  for (const [name, email] of joinRequests) {
    const user = await ensureUser(installation, { name, email, password: owner.password });
    await confirm(email);
    const body = { client_id: clientId };
    await apiCall<OutputOf<'POST /api/join-requests'>>(url, 'POST', '/api/join-requests', body, user.token);
  }
}

/** Photos of some of the team. */
export async function seedPhotos(installation: Installation, { password }: SignIn): Promise<void> {
  for (const [email, from, to] of photos) {
    const { token } = await signIn(installation, { name: '', email, password });
    const answer = await fetch(`${installation.url}/api/auth/photo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: new Uint8Array(createImage(from, to, 192, 192)),
    });
    if (!answer.ok) throw new Error(`the photo of ${email} was not kept: ${answer.status} ${await answer.text()}`);
  }
}
