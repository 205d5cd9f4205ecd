import type { Config } from '../config.ts';
import { smtpOptions } from '../mail/smtp.ts';
import { type Finding, type HealthCheck, ok, problem } from './health-check.ts';

const answerWithinMs = 10_000;

/** Checks that call other hosts; only when the operator requests them. */
export function networkChecks(config: Config): HealthCheck[] {
  const { SMTP_URL, PUBLIC_URL, GRAPH_BASE_URL, GRAPH_VERSION } = config;
  const checks: HealthCheck[] = [
    {
      name: "WhatsApp's API",
      // Any response proves that the host is reachable: without a token it is a refusal.
      run: () =>
        checkUrl(
          `${GRAPH_BASE_URL}/${GRAPH_VERSION}/`,
          () => true,
          'Let this machine reach it, through a firewall or proxy.',
        ),
    },
  ];
  if (PUBLIC_URL !== undefined) {
    const look = () =>
      checkUrl(`${PUBLIC_URL}/healthz`, (response) => response.ok, 'Look at the proxy and at PUBLIC_URL.');
    checks.push({ name: 'Public address from here', run: look });
  }
  if (SMTP_URL !== undefined) checks.push({ name: 'Mail server from here', run: () => checkSmtpServer(SMTP_URL) });
  return checks;
}

async function checkUrl(url: string, isGood: (response: Response) => boolean, fix: string): Promise<Finding> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) });
    await response.body?.cancel();
    return isGood(response) ? ok(`${url} answers`) : problem(`${url} answers ${response.status}`, fix);
  } catch (error) {
    const { cause, message } = error as Error;
    return problem(`${url} does not answer (${cause instanceof Error ? cause.message : message})`, fix);
  }
}

async function checkSmtpServer(smtpUrl: string): Promise<Finding> {
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport(smtpOptions(smtpUrl));
  try {
    await transport.verify();
    return ok('it answers and lets us in');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem(why.replaceAll(/\s*\n\s*/g, ' '), 'Look at SMTP_URL: host, port, user and password.');
  } finally {
    transport.close();
  }
}
