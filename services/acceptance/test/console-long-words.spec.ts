import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { describeInBrowser, joinAgent, signUpOwner, startBrowser } from '../src/console-browser';
import { findBrokenTexts, watchTraffic } from '../src/find-text-faults';
import { seedEveryPage, type PageAddresses } from '../src/seed-every-page';

jest.setTimeout(600_000);

/** A word that has no place to break, as in an email, an address of the web or a name. */
const WORD = `Long${'abcdefgh'.repeat(7)}`;
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const PAGES = ['today', 'tasks', 'deals', 'templates', 'plans', 'automations', 'campaigns', 'users', 'inbox'];
const SETTINGS = ['teams', 'groups', 'ponds', 'stages', 'fields', 'team-inboxes', 'account'].map(
  (page) => `settings/${page}`,
);
const RECORDS = ['people/:id', 'deals/:id', 'plans/:id', 'automations/:id', 'campaigns/:id', 'events/:id/journey'];

/** The resource of each route whose record gets a long name. */
const RESOURCES: Readonly<Record<string, string>> = {
  'people/:id': 'people',
  'deals/:id': 'deals',
  'plans/:id': 'actionPlans',
  'automations/:id': 'automations',
  'campaigns/:id': 'emCampaigns',
  'templates/email/:id': 'templates',
};

describeInBrowser('words of 60 letters in the console', () => {
  let browser: Browser;
  let page: Page;
  let addresses: PageAddresses;

  beforeAll(async () => {
    browser = await startBrowser();
    const owner = await signUpOwner(browser, WORD);
    const agent = await joinAgent(browser, owner);
    addresses = await seedEveryPage(owner, agent.id);
    const rename = async (route: string, data: object): Promise<void> => {
      const [, id] = addresses[route]![0]!.split(/\/(?=\d)/);
      await owner.send('PUT', `/v1/${RESOURCES[route]}/${id}`, data);
    };
    for (const route of Object.keys(RESOURCES)) if (route !== 'people/:id') await rename(route, { name: WORD });
    const emails = [{ value: `${WORD}@example.com` }];
    await rename('people/:id', { firstName: WORD, lastName: WORD, emails, tags: [WORD], source: WORD });
    const personId = Number(addresses['people/:id']![0]!.split('/')[1]);
    const { id } = await owner.send<{ id: number }>('GET', '/v1/me');
    const task = { personId, name: WORD, dueDate: '2020-01-01', assignedUserId: id };
    await owner.send('POST', '/v1/tasks', task);
    await owner.send('POST', '/v1/notes', { personId, subject: WORD, body: `https://example.com/${WORD}` });
    await owner.send('POST', '/v1/groups', { name: WORD, users: [{ id: agent.id }] });
    for (const path of ['ponds', 'teams', 'teamInboxes'])
      await owner.send('POST', `/v1/${path}`, { name: WORD, userIds: [agent.id] });
    await owner.send('POST', '/v1/stages', { name: WORD });
    await owner.send('POST', '/v1/customFields', { label: WORD, type: 'text' });
    page = await owner.context.newPage();
  });
  afterAll(() => browser?.close());

  test('given such names, emails and addresses, then no text is cut off, and no page is wider than its window', async () => {
    const { pending } = watchTraffic(page);
    const faults: string[] = [];
    for (const path of [...PAGES, ...SETTINGS, ...RECORDS.flatMap((route) => addresses[route] ?? [])]) {
      await page.goto(`/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await eventually(() => expect(pending.size).toBe(0), { intervalMs: 50 });
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        faults.push(...(await findBrokenTexts(page)).map((fault) => `${size.width}, ${path}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
