import { type Executor, statement } from '../../platform/db/sql.ts';

const remember = statement(
  'identity.save_device',
  `insert into known_devices (user_id, device_hash) values ($1, $2)
   on conflict (user_id, device_hash) do update set used_at = now()`,
);

/** From now on failed attempts from other devices do not lock the user out on this one. */
export async function rememberDevice(tx: Executor, userId: string, deviceHash: Buffer): Promise<void> {
  await tx.run(remember, [userId, deviceHash]);
}

const known = statement(
  'identity.find_device',
  `select exists (select from users u join known_devices d on d.user_id = u.id
     where lower(u.email) = $1 and d.device_hash = $2) as found`,
);

/** Whether the user with an address has signed in from a device. @param email normalized by the contract */
export async function isKnownDevice(tx: Executor, email: string, deviceHash: Buffer): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(known, [email, deviceHash]);
  return row?.found === true;
}

const ofUser = statement(
  'identity.find_device_of_user',
  'select exists (select from known_devices where user_id = $1 and device_hash = $2) as found',
);

/** Whether a user has signed in from a device. */
export async function isDeviceOf(tx: Executor, userId: string, deviceHash: Buffer): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(ofUser, [userId, deviceHash]);
  return row?.found === true;
}

const deleteOtherDevices = statement(
  'identity.delete_other_devices',
  'delete from known_devices where user_id = $1 and device_hash <> $2',
);

/** After a password change: someone else may have signed in with the old password. */
export async function forgetOtherDevices(tx: Executor, userId: string, deviceHash: Buffer): Promise<void> {
  await tx.run(deleteOtherDevices, [userId, deviceHash]);
}
