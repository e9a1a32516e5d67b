import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { describeInBrowser, joinUser, signUpOwner, startBrowser, type ConsoleUser } from '../src/console-browser';
import { readConsoleRoutes } from '../src/console-routes';
import { watchTraffic } from '../src/find-text-faults';
import { seedEveryPage, type PageAddresses } from '../src/seed-every-page';
import { walkDialogs } from '../src/walk-dialogs';

jest.setTimeout(600_000);

const ROLES = ['Agent'] as const;
const REFUSED = [401, 403];

/** Runs in the page: the addresses of its links, below `/console/`. */
const LINKS = `[...document.querySelectorAll('a[href^="/console/"]')].map((link) =>
  link.getAttribute('href').slice('/console/'.length))`;

/** Collects the requests of a page that the API refuses, with the path of the page. */
const watchRefusals = (page: Page): readonly string[] => {
  const refusals: string[] = [];
  page.on('response', (response) => {
    const at = new URL(page.url()).pathname;
    const { pathname } = new URL(response.url());
    if (REFUSED.includes(response.status()))
      refusals.push(`${at}: ${response.request().method()} ${pathname} returned ${response.status()}`);
  });
  return refusals;
};

describeInBrowser('the console of each role: it requests nothing that the API refuses to the role', () => {
  let browser: Browser;
  let addresses: PageAddresses;
  const users = new Map<string, ConsoleUser>();

  beforeAll(async () => {
    browser = await startBrowser();
    const owner = await signUpOwner(browser, 'Harbor Lane Homes');
    const agent = await joinUser(browser, owner, 'Agent');
    addresses = await seedEveryPage(owner, agent.id);
    users.set('Agent', agent);
  });
  afterAll(() => browser?.close());

  test.each(ROLES)(
    'given a user of the role %s, then no page has a refused request or a useless link',
    async (role) => {
      const page = await users.get(role)!.context.newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      const refusals = watchRefusals(page);
      const { pending } = watchTraffic(page);
      const settle = (): Promise<void> => eventually(() => expect(pending.size).toBe(0), { intervalMs: 50 });
      const closed = new Set<string>();
      const links = new Map<string, string>();
      for (const path of readConsoleRoutes().signedIn.flatMap((route) => addresses[route] ?? [route])) {
        await page.goto(`/console/${path}`);
        const title = page.getByRole('heading', { level: 1 });
        await title.waitFor();
        await settle();
        if ((await title.textContent()) === 'You cannot open this page') closed.add(path);
        for (const link of await page.evaluate<string[]>(LINKS)) links.set(link, path);
        await walkDialogs(page, 'main', { dialog: settle });
      }
      await walkDialogs(page, 'header', { dialog: settle });
      expect(refusals).toEqual([]);
      expect([...links].filter(([link]) => closed.has(link))).toEqual([]);
      await page.close();
    },
  );
});
