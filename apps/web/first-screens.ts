/** What the build knows of a module. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Where the code of a first visit begins: the app itself, and what the two screens most visits begin with bring along. */
const entry = ['main.tsx'];
const signIn = ['app/layouts/auth-layout.tsx', 'features/identity/login-page.tsx'];
const work = ['app/layouts/sidebar-layout.tsx', 'app/shell/frame.tsx', 'features/inbox/pages/inbox-page.tsx'];

/**
 * Names the file a module of the frame, the platform or the parts belongs into: `parts` when the app itself or both first
 * screens run it, `work` or `inbox-screen` when the inbox does, none when only later screens do. Read from the graph of imports, so that a
 * part made for a later screen never weighs on the first.
 * @param sourceDir the folder `src`, absolute
 */
export function firstScreenFile(sourceDir: string): (id: string, modules: Modules) => string | null {
  let known: { graph: Modules; signIn: Set<string>; work: Set<string>; entry: Set<string> } | null = null;
  const path = (file: string) => `${sourceDir}/${file}`;
  return (id, modules) => {
    if (known?.graph !== modules) {
      const reach = (files: readonly string[]) => reachable(files.map(path), modules);
      known = { graph: modules, entry: reach(entry), signIn: reach(signIn), work: reach(work) };
    }
    // What is loaded by itself keeps a file of its own, which the list of files names.
    if ([...entry, ...signIn, ...work].some((file) => id === path(file))) return null;
    if (id.includes('/features/')) return known.work.has(id) && !known.entry.has(id) ? 'inbox-screen' : null;
    if (known.entry.has(id) || (known.signIn.has(id) && known.work.has(id))) return 'parts';
    return known.work.has(id) ? 'work' : null;
  };
}

/** Everything that modules import, without what they load later. */
function reachable(from: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Files whose imports are asked for along with them; named as the build names the modules they begin with. */
const early = /\/(frame|inbox-page|inbox-screen|login-page|auth-layout|sidebar-layout)-[\w-]+\.js$/;

/**
 * What is fetched beside a file that is loaded later. The first screens' imports come at once, not one after the other;
 * for every other screen a list of its styles is enough, or the list of all files would weigh on the first.
 */
export function preloadForFirstScreens(file: string, needed: string[]): string[] {
  return early.test(`/${file}`) || file.endsWith('.html') ? needed : needed.filter((name) => name.endsWith('.css'));
}
