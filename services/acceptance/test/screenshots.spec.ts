import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Receiver } from '@porchlight/testkit';
import { eventually } from '@porchlight/testkit';
import {
  describeInBrowser,
  findViolations,
  joinAgent,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';
import { receive } from '../src/receive';
import { seedConsoleAccount, type SeededAccount } from '../src/seed-console-account';

/** Folder of the pictures. The committed ones are in docs/screenshots. */
const FOLDER = process.env['PORCHLIGHT_SCREENSHOTS'] ?? mkdtempSync(join(tmpdir(), 'porchlight-screenshots-'));
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Of WebP: text stays sharp. */
const QUALITY = 70;
const MAX_BYTES = 1_000_000;

describeInBrowser('pictures of the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let receiver: Receiver;
  let seeded: SeededAccount;
  let webhook = 0;
  let page: Page;
  let bytes = 0;
  /** Script errors and content security policy violations that the browser reported. */
  const complaints: string[] = [];

  /** The pages with a text that they show when they are complete. */
  const PAGES = {
    today: () => ['today', 'Call back about the garden'],
    people: () => ['people', 'Nora Vance'],
    person: () => [`people/${seeded.person}`, 'Wants a garden'],
    deals: () => ['deals', '12 Harbor Lane'],
    reports: () => ['reports', 'HomeHarbor'],
    journey: () => [`events/${seeded.event}/journey`, 'HomeHarbor'],
    deliveries: () => [`webhooks/${webhook}`, 'column lead_id does not exist'],
  } satisfies Record<string, () => [path: string, text: string]>;
  const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];

  const open = async (name: keyof typeof PAGES): Promise<void> => {
    const [path, text] = PAGES[name]();
    await page.goto(`/console/${path}`);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    await page
      .getByLabel(/^Loading/)
      .first()
      .waitFor({ state: 'detached' });
  };
  /** Saves the window as WebP, which Playwright does not offer. */
  const save = async (name: string): Promise<void> => {
    const debuggerSession = await page.context().newCDPSession(page);
    const { data } = await debuggerSession.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const picture = Buffer.from(data, 'base64');
    bytes += picture.length;
    writeFileSync(join(FOLDER, `${name}.webp`), picture);
  };
  const findAccessibilityProblems = async () =>
    (await findViolations(page, { resultTypes: ['violations'] })).map(({ id, nodes }) => ({
      id,
      target: nodes[0]?.target,
      why: nodes[0]?.failureSummary,
    }));

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Harbor Lane Homes');
    receiver = await receive();
    // The same people in every attempt: their deliveries stay failed.
    receiver.answerWith(({ json }) =>
      (json as { resourceIds: number[] }).resourceIds[0]! % 3 === 0
        ? { status: 500, body: '{"error":"column lead_id does not exist"}' }
        : { status: 200 },
    );
    const url = `${receiver.url}/hooks`;
    webhook = (await owner.send<{ id: number }>('POST', '/v1/webhooks', { event: 'peopleCreated', url })).id;
    const agent = await joinAgent(browser, owner);
    seeded = await seedConsoleAccount(owner, agent.id);
    page = await owner.context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.stop();
  });
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
  });

  test.each(NAMES)('given a desktop in light colors, then %s is complete and accessible', async (name) => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(name);
    expect(await findAccessibilityProblems()).toEqual([]);
    await save(name);
  });

  test.each(NAMES)('given a phone in dark colors, then %s fits its window and is accessible', async (name) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(name);
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width));
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  test.each(['today', 'person', 'reports'] as const)(
    'given a phone in light colors, then %s is shown',
    async (name) => {
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'light' });
      await open(name);
      await save(`phone-${name}`);
    },
  );

  test('given all pictures, then they have at most 1 MB', () => {
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  test('given reports, when one is downloaded, then the file has a line for each day and source', async () => {
    await page.setViewportSize(DESKTOP);
    await open('reports');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV: New leads' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^leads-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  });

  test('given two failed deliveries, when they are selected, then both are sent again', async () => {
    await open('deliveries');
    const boxes = page.getByRole('checkbox', { name: /^Select event/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Retry 2 selected deliveries' }).click();
    await page.getByText('2 retries scheduled.').waitFor();
  });

  test('given a new account, when sample leads are added and removed, then Today shows both', async () => {
    const other = await signUpOwner(browser, 'Lantern Homes');
    page = await other.context.newPage();
    await page.goto('/console/today');
    await page.getByRole('button', { name: 'Add sample leads' }).click();
    await page.getByText('5 people have the tag Sample.').waitFor();
    await page.getByRole('link', { name: 'Dora Engel' }).first().waitFor();
    expect(await findAccessibilityProblems()).toEqual([]);
    await save('first-run');
    await page.getByRole('button', { name: 'Remove sample leads' }).click();
    await page.getByRole('button', { name: 'Add sample leads' }).waitFor();
  });
});
