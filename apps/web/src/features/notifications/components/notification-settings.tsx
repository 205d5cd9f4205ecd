import { useLingui } from '@lingui/react/macro';
import type { DeliveryMethods, NotificationSettings } from '@parley/contract/types';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { choosePush } from '../../../platform/push.ts';
import { ownDeviceId } from '../../../platform/web-push.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Switch } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { type CheckedMethod, runCheck } from '../data/run-check.ts';
import styles from './notification-centre.module.css';

const methods = ['in_app', 'desktop', 'phone', 'email'] as const satisfies (keyof DeliveryMethods)[];

/** Rules, quiet hours, sound and digest, saved at once; and a test of every method. */
export function NotificationSettingsView({ account }: { account: LiveAccount }) {
  const { t } = useLingui();
  const [settings, setSettings] = useState<NotificationSettings | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    let left = false;
    account.api('GET /api/notification-settings', {}).then(
      (read) => !left && setSettings(read),
      () => !left && setProblem(t`Couldn’t load your settings. Try again.`),
    );
    return () => {
      left = true;
    };
  }, [account, t]);
  const save = (change: Partial<NotificationSettings>) => {
    if (settings === null) return;
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const next = { ...settings, ...change };
    const body = { ...next, quiet: { ...next.quiet, time_zone } };
    setSettings(body);
    setProblem(null);
    // One after another, so that the last choice stays.
    saving.current = saving.current
      .then(async () => void (await account.api('PUT /api/notification-settings', { body })))
      .catch(() => setProblem(t`Couldn’t save your settings. Try again.`));
  };
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.section}>
          {problem}
        </p>
      )}
      {settings !== null && (
        <>
          <Rules settings={settings} isAdmin={account.store.access()?.role !== 'User'} onSave={save} />
          <QuietHours settings={settings} onSave={save} />
        </>
      )}
      <ThisBrowser />
      <Check account={account} />
    </>
  );
}

/** A head without a break at a hyphen: `E-Mail` is one word. */
const unbroken = (head: string) => head.replaceAll('-', '\u2011');

type PartProps = { settings: NotificationSettings; onSave: (change: Partial<NotificationSettings>) => void };

function Rules({ settings, isAdmin, onSave }: PartProps & { isAdmin: boolean }) {
  const { t } = useLingui();
  const methodNames: Record<keyof DeliveryMethods, string> = {
    in_app: t`In-app`,
    desktop: t`Desktop`,
    phone: t`Phone`,
    email: t`Email`,
  };
  type Kind = [Exclude<keyof NotificationSettings['rules'], 'call'>, string];
  const ofAutomations: Kind[] = [
    ['bot_loop', t`Automations that stopped answering a bot`],
    ['automation_paused', t`Automations that paused after errors`],
  ];
  const kinds: Kind[] = [
    ['mine', t`Messages assigned to me`],
    ['assigned', t`Assigned to me`],
    ['mention', t`Mentions`],
    ['unassigned', t`Unassigned messages`],
    ['other', t`All other messages`],
    ['failed', t`Failed messages`],
    ['closing', t`Reply windows closing: mine, and unassigned`],
    ['due', t`Due soon: mine, and unassigned`],
    ['overdue', t`Overdue: mine, and unassigned`],
    ['broadcast', t`My broadcasts: paused, finished, A/B test decided`],
    ...(isAdmin ? ofAutomations : []),
  ];
  const calls = t`Calls that ring for me`;
  return (
    <section className={styles.section}>
      <table className={styles.rules}>
        <thead>
          <tr>
            <th scope="col">{unbroken(t`Notify me about`)}</th>
            {methods.map((method) => (
              <th key={method} scope="col">
                {unbroken(methodNames[method])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, label]) => (
            <tr key={kind}>
              <th scope="row">{label}</th>
              {methods.map((method) => (
                <td key={method}>
                  <Checkbox
                    aria-label={`${label}: ${methodNames[method]}`}
                    checked={settings.rules[kind][method]}
                    onChange={({ target }) =>
                      onSave({
                        rules: { ...settings.rules, [kind]: { ...settings.rules[kind], [method]: target.checked } },
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{calls}</th>
            {methods.map((method) => (
              <td key={method}>
                {(method === 'desktop' || method === 'phone') && (
                  <Checkbox
                    aria-label={`${calls}: ${methodNames[method]}`}
                    checked={settings.rules.call[method]}
                    onChange={({ target }) =>
                      onSave({
                        rules: { ...settings.rules, call: { ...settings.rules.call, [method]: target.checked } },
                      })
                    }
                  />
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function QuietHours({ settings, onSave }: PartProps) {
  const { t, i18n } = useLingui();
  const { quiet } = settings;
  // The first of February 2026 is a Sunday.
  const dayName = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <section className={styles.section}>
      <Switch checked={quiet.on} onChange={(on) => onSave({ quiet: { ...quiet, on } })}>{t`Quiet hours`}</Switch>
      {quiet.on && (
        <>
          <div className={styles.row}>
            <TimeField label={t`From`} value={quiet.from} onChange={(from) => onSave({ quiet: { ...quiet, from } })} />
            <TimeField label={t`To`} value={quiet.to} onChange={(to) => onSave({ quiet: { ...quiet, to } })} />
          </div>
          <fieldset className={styles.days}>
            <legend>{t`Quiet all day`}</legend>
            {[1, 2, 3, 4, 5, 6, 0].map((day) => (
              <Checkbox
                key={day}
                checked={quiet.days.includes(day)}
                onChange={({ target }) => {
                  const otherDays = quiet.days.filter((each) => each !== day);
                  onSave({ quiet: { ...quiet, days: target.checked ? [...otherDays, day] : otherDays } });
                }}
              >
                {dayName.format(Date.UTC(2026, 1, 1 + day))}
              </Checkbox>
            ))}
          </fieldset>
        </>
      )}
      <div className={styles.row}>
        <Switch checked={settings.sound} onChange={(sound) => onSave({ sound })}>{t`Sound`}</Switch>
        <TextField
          label={t`Email when away, after minutes`}
          type="number"
          min={3}
          max={1440}
          defaultValue={settings.digest_minutes}
          onChange={({ target }) => {
            const minutes = target.valueAsNumber;
            if (Number.isInteger(minutes) && minutes >= 3 && minutes <= 1440) onSave({ digest_minutes: minutes });
          }}
        />
      </div>
    </section>
  );
}

function ThisBrowser() {
  const { t } = useLingui();
  const [state, setState] = useState<NotificationPermission | 'none' | 'failed' | 'busy'>('busy');
  useEffect(() => {
    let left = false;
    void choosePush()
      .catch(() => null)
      .then((push) => !left && setState(push === null ? 'none' : push.permission()));
    return () => {
      left = true;
    };
  }, []);
  const enable = async () => {
    setState('busy');
    try {
      const push = await choosePush();
      await push?.init();
      await push?.enable();
      setState(push === null ? 'none' : push.permission());
    } catch {
      const now = 'Notification' in window ? Notification.permission : 'denied';
      setState(now === 'granted' ? 'failed' : now);
    }
  };
  const words = {
    granted: t`This browser shows notifications.`,
    denied: t`Blocked in this browser. Allow notifications in its site settings.`,
    none: window.isSecureContext
      ? t`This browser has no push notifications, or not in private windows.`
      : t`This browser has no push notifications here. They need HTTPS.`,
    failed: t`The browser’s push service couldn’t be reached. Try again.`,
    default: t`Get notified when this tab is closed.`,
    busy: '',
  };
  return (
    <section className={styles.section}>
      <h3>{t`This browser`}</h3>
      <p className={styles.note}>{words[state]}</p>
      {(state === 'default' || state === 'failed' || state === 'granted') && (
        <Button size="sm" onClick={() => void enable()}>
          {state === 'granted' ? t`Register again` : t`Turn on notifications`}
        </Button>
      )}
    </section>
  );
}

function Check({ account }: { account: LiveAccount }) {
  const { t } = useLingui();
  const [methodsFound, setMethods] = useState<CheckedMethod[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailed(false);
    try {
      setMethods(await runCheck(account, ownDeviceId()));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  const works = methodsFound?.filter(({ state }) => state === 'ok').length ?? 0;
  const all = methodsFound?.length ?? 0;
  return (
    <section className={styles.section}>
      <h3>{t`Notification check`}</h3>
      <p className={styles.note} role="status">
        {failed
          ? t`Couldn’t run the check. Try again.`
          : methodsFound === null
            ? t`Sends a real test by every method.`
            : t`${works} of ${all} work`}
      </p>
      <Button size="sm" busy={busy} onClick={() => void run()}>
        <IconRefresh {...smallIcon} />
        {methodsFound === null ? t`Run check` : t`Run again`}
      </Button>
      {methodsFound !== null && (
        <ul className={styles.checks}>
          {methodsFound.map((method) => (
            <CheckLine key={method.id} method={method} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CheckLine({ method }: { method: CheckedMethod }) {
  const { t } = useLingui();
  const { name, tookMs } = method;
  const titles: Record<CheckedMethod['method'], string> = {
    in_app: t`In-app`,
    desktop: t`Desktop notification`,
    push: t`Push, ${name}`,
    email: t`Email`,
    sound: t`Sound`,
  };
  const fine: Record<CheckedMethod['method'], string> = {
    in_app: t`Received in ${tookMs ?? 0} ms`,
    desktop: t`Shown by this browser`,
    push: t`Accepted in ${tookMs ?? 0} ms`,
    email: t`Sent to ${name}`,
    sound: t`Played`,
  };
  const bad: Record<CheckedMethod['method'], string> = {
    in_app: t`Not received within 10 seconds. Check the connection.`,
    desktop: t`Not permitted. Turn on notifications above.`,
    push: t`Sent, but not received within 10 seconds.`,
    email: t`Couldn’t send the email.`,
    sound: t`Blocked until you click this page once.`,
  };
  const ok = method.state === 'ok';
  return (
    <li>
      {ok ? (
        <IconCircleCheck {...icon} className={styles.ok} />
      ) : method.method === 'sound' ? (
        <IconAlertTriangle {...icon} />
      ) : (
        <IconCircleX {...icon} className={styles.bad} />
      )}
      <span>
        {titles[method.method]}
        <span className="visually-hidden">: {ok ? t`works` : t`failed`}</span>
      </span>
      <p>{ok ? fine[method.method] : (method.reason ?? bad[method.method])}</p>
    </li>
  );
}
