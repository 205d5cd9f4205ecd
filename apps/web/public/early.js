// Runs before the first paint, as a file of its own because the content security policy allows no inline script:
// chooses theme, density and direction, and whether the startup image or the page's own text is seen until the app has painted.
(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is refused: as if nothing was kept.
      return null;
    }
  };

  const theme = kept('parley:theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-theme', dark ? 'dark' : 'light');

  const density = kept('parley:density');
  if (density === 'compact') root.dataset.density = density;
  const direction = kept('parley:direction');
  if (direction === 'rtl' || direction === 'ltr') root.dir = direction;

  // Signed out on the landing page, its text is the page: nothing covers it.
  if (location.pathname === '/' && kept('parley:last-account') === null) return;
  root.dataset.app = 'starting';
  const reveal = () => {
    document.getElementById('startup')?.remove();
  };
  // What the start needs did not come, and nothing can draw the error page: its words stand in the page.
  const giveUp = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', giveUp);
    reveal();
    const host = document.getElementById('root');
    const words = document.getElementById('broken');
    if (host === null || words === null || host.hasChildNodes()) return;
    root.dataset.app = 'broken';
    host.append(words.content.cloneNode(true));
    document.title = `${host.querySelector('h1').textContent} · ${document.title}`;
  };
  // At the latest 2000 ms after loading, or when something has failed.
  addEventListener('load', () => setTimeout(reveal, 2000));
  addEventListener('error', (event) => (event.target instanceof HTMLScriptElement ? giveUp() : reveal()), {
    capture: true,
  });
  addEventListener('unhandledrejection', giveUp);
})();
