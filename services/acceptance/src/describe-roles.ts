import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { describeInBrowser, joinUser, signUpOwner, startBrowser, type ConsoleUser } from './console-browser';
import { readConsoleRoutes } from './console-routes';
import { watchTraffic } from './find-text-faults';
import { seedEveryPage, type PageAddresses } from './seed-every-page';
import { walkDialogs } from './walk-dialogs';

/** The roles of an account. */
export type RoleOfUser = 'Owner' | 'Broker' | 'Agent' | 'Lender';

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

/** What a role must not meet. */
interface Faults {
  readonly refusals: readonly string[];
  /** Links to pages that the role may not open, each with the page that has it. */
  readonly uselessLinks: readonly (readonly [link: string, path: string])[];
}

/** Opens every route, and every dialog and menu of it, also those for selected rows. */
const walkConsole = async (page: Page, addresses: PageAddresses): Promise<Faults> => {
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
    const boxes = page.getByRole('row').getByRole('checkbox');
    if ((await boxes.count()) === 0) continue;
    await boxes.last().check();
    await walkDialogs(page, 'main', { dialog: settle });
  }
  await walkDialogs(page, 'header', { dialog: settle });
  return { refusals, uselessLinks: [...links].filter(([link]) => closed.has(link)) };
};

/** Users of all roles in an account that has something to show to each of them. */
const joinAll = async (browser: Browser) => {
  const owner = await signUpOwner(browser, 'Harbor Lane Homes');
  const agent = await joinUser(browser, owner, 'Agent');
  const lender = await joinUser(browser, owner, 'Lender');
  const addresses = await seedEveryPage(owner, agent.id);
  await owner.send('PUT', `/v1/${addresses['people/:id']![0]!}`, { assignedLenderId: lender.id });
  const users = { Owner: owner, Broker: await joinUser(browser, owner, 'Broker'), Agent: agent, Lender: lender };
  return { addresses, users: users satisfies Record<RoleOfUser, ConsoleUser> };
};

/** Tests of the whole console as users of some roles, in windows of one size. */
export const describeRoles = (size: { width: number; height: number }, roles: readonly RoleOfUser[]): void =>
  describeInBrowser('the console of each role: it requests nothing that the API refuses to the role', () => {
    let browser: Browser;
    let account: Awaited<ReturnType<typeof joinAll>>;

    beforeAll(async () => {
      browser = await startBrowser();
      account = await joinAll(browser);
    });
    afterAll(() => browser?.close());

    test.each(roles)(
      'given a user of the role %s, then no page has a refused request or a useless link',
      async (role) => {
        const page = await account.users[role].context.newPage();
        await page.setViewportSize(size);
        expect(await walkConsole(page, account.addresses)).toEqual({ refusals: [], uselessLinks: [] });
        await page.close();
      },
    );
  });
