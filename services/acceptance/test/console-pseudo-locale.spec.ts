import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { describeInBrowser, joinAgent, signUpOwner, startBrowser } from '../src/console-browser';
import { findCutTexts, findPlainTexts, watchTraffic, type Traffic } from '../src/find-text-faults';
import { seedConsoleAccount } from '../src/seed-console-account';

const WINDOWS = [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const;
/** The pages that other pages lead to. */
const FURTHER = ['people/import', 'templates/email/new', 'templates/text/new'];
/** Values of the API that a form offers before the API returned them, and names of programs. */
const VALUES = [
  ...[
    'Porchlight',
    'Olive',
    'Chrome',
    'Linux',
    'Call',
    'Text',
    'Email',
    'Appointment',
    'Showing',
    'Closing',
    'Open House',
    'Thank You',
    'Follow Up',
  ],
  ...['Registration', 'Property Inquiry', 'Seller Inquiry', 'General Inquiry', 'Inquiry', 'Viewed Property'],
];

describeInBrowser('the console in the pseudo-locale, with longer texts and accents', () => {
  let browser: Browser;
  let page: Page;
  let traffic: Traffic;
  const paths = new Set<string>();

  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(() => expect(traffic.pending.size).toBe(0));
    await page.locator('.mantine-Loader-root').first().waitFor({ state: 'detached' });
  };
  const collectPaths = async (): Promise<void> => {
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a[href^="/console/"]')].map((link) => link.getAttribute('href').split('?')[0])`,
    );
    links.forEach((path) => paths.add(path));
  };

  beforeAll(async () => {
    browser = await startBrowser();
    const owner = await signUpOwner(browser, 'Harbor Lane Homes');
    const agent = await joinAgent(browser, owner);
    const { person, event } = await seedConsoleAccount(owner, agent.id);
    page = await owner.context.newPage();
    traffic = watchTraffic(page);
    await page.goto('/console/today?locale=pseudo');
    await page.getByRole('heading', { level: 1, name: /[^ -~]/ }).waitFor();
    await collectPaths();
    for (const path of [...FURTHER, `people/${person}`, `events/${event}/journey`]) paths.add(`/console/${path}`);
    for (const path of ['profile', 'sessions', 'two-step', 'connected-apps', 'notifications'])
      paths.add(`/console/${path}`);
  });
  afterAll(() => browser?.close());

  test('given the menu, then all its pages are looked at', () => {
    expect(paths.size).toBeGreaterThan(30);
  });

  test.each(WINDOWS)(
    'given %s, then no page cuts off a text, and every text is in the catalogue',
    async (_name, size) => {
      await page.setViewportSize(size);
      const faults: string[] = [];
      for (const path of paths) {
        await open(path);
        const values = new Set([...traffic.data, ...VALUES]);
        const pageFaults = [...(await findCutTexts(page)), ...(await findPlainTexts(page, values))];
        faults.push(...pageFaults.map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
});
