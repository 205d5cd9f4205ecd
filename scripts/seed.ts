// npm run seed -- --size demo|large: fills a data folder with demo data, or with enough to measure.
import { parseArgs } from 'node:util';
import { demoOwner, seedDemo } from './seed/demo.ts';
import { openInstallation } from './seed/installation.ts';
import { largeOwner, seedLarge } from './seed/large.ts';

const usage = `Usage: npm run seed -- [--size demo|large] [--scale N]
  --size demo    a bicycle shop with its team, a week of conversations, figures of three months (default)
  --size large   one account of fifty with 1,000,000 contacts, 200,000 threads and 5,000,000 messages
  --scale N      makes the large one N times as large, for example 0.01
DATA_DIR, PORT, DATABASE_URL and SECRET_KEY are read as the server reads them.`;

const say = (line: string): void => console.log(line);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'demo' },
      scale: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const scale = Number(values.scale);
  const isKnown = values.size === 'demo' || values.size === 'large';
  if (values.help || !isKnown || !(scale > 0)) {
    say(usage);
    return values.help ? 0 : 2;
  }
  const installation = await openInstallation(say);
  try {
    const isNew =
      values.size === 'demo' ? await seedDemo(installation, say) : await seedLarge(installation, scale, say);
    const { email, password } = values.size === 'demo' ? demoOwner : largeOwner;
    say(isNew ? 'Done.' : 'The data already exists. Nothing was changed.');
    say(`Sign in as ${email} with the password "${password}".`);
    return 0;
  } finally {
    await installation.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
