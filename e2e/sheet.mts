import { chromium } from '@playwright/test';

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--allow-file-access-from-files'],
});
const page = await browser.newPage({ viewport: { width: 2200, height: 1260 } });
await page.goto('file:///tmp/sheet.html');
await page.waitForTimeout(500);
await page.screenshot({ path: '/tmp/sheet.png' });
await browser.close();
