import { useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { icon } from '../../../../ui/icon.ts';
import { callbackProblem } from '../../data/callback-problem.ts';
import styles from './callback-warning.module.css';

/** What is typed is the same in every language. */
const startCommand = 'PUBLIC_URL=https://parley.example.com npm start';
const proxyLines = (upstream: string) => `parley.example.com {\n  reverse_proxy ${upstream}\n}`;
const tunnelCommand = (port: string) => `cloudflared tunnel --url http://localhost:${port}`;

/** Warns that WhatsApp cannot call this server, and says how to fix it. Shows nothing for a public address. */
export function CallbackWarning({ address }: { address: string }) {
  const { t } = useLingui();
  const problem = callbackProblem(address);
  if (problem === null) return null;
  const { host, port } = new URL(address);
  const localPort = port === '' ? '3000' : port;
  const reason = {
    loopback: t`${host} is reachable only from this computer.`,
    private: t`${host} is reachable only from your own network.`,
    http: t`${host} has no HTTPS, which WhatsApp requires.`,
  }[problem];
  return (
    <div role="alert" className={styles.warning}>
      <IconAlertTriangle {...icon} aria-hidden="true" />
      <div>
        <p>
          <b>{t`WhatsApp can’t reach this address`}</b>
        </p>
        <p>{t`${reason} You can send, but replies and receipts won’t arrive.`}</p>
        <ul className={styles.ways}>
          <li>
            <Disclosure look="row" title={<b>{t`Own domain`}</b>}>
              <p>{t`Point a domain to this server, set up HTTPS, and start Parley with its public address:`}</p>
              <code dir="ltr">{startCommand}</code>
            </Disclosure>
          </li>
          <li>
            <Disclosure look="row" title={<b>{t`Reverse proxy`}</b>}>
              <p>{t`On a public server you run, forward the domain to Parley. With Caddy, which also gets the certificate:`}</p>
              <code dir="ltr">{proxyLines(host)}</code>
              <p>{t`Then start Parley with that address as PUBLIC_URL.`}</p>
            </Disclosure>
          </li>
          <li>
            <Disclosure look="row" title={<b>{t`Tunnel`}</b>}>
              <p>{t`For a trial, a tunnel gives this computer a public address. It may change on restart:`}</p>
              <code dir="ltr">{tunnelCommand(localPort)}</code>
              <p>{t`Then start Parley with the address it prints as PUBLIC_URL.`}</p>
            </Disclosure>
          </li>
        </ul>
      </div>
    </div>
  );
}
