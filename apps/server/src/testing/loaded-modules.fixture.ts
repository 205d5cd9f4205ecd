// Loaded into a server by a test: at the end it writes the addresses of all modules, in order, to MODULES_FILE.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env['MODULES_FILE'] ?? '', JSON.stringify(loaded)));
