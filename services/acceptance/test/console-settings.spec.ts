import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { unique } from '../src/client';
import {
  describeInBrowser,
  findViolations,
  joinAgent,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const PAGES = [
  'settings',
  ...[
    'stages',
    'fields',
    'appointments',
    'lead-flow',
    'groups',
    'ponds',
    'lead-sources',
    'teams',
    'team-inboxes',
    'emails',
    'suppressions',
    'account',
    'audit-log',
    'exports',
  ].map((page) => `settings/${page}`),
  'users',
  'usage',
  'api-keys',
  'webhooks',
  'systems',
  'connected-apps',
  'notifications',
  'profile',
];

describeInBrowser('the settings in the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let agent: ConsoleUser & { id: number };
  let page: Page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog');
  const closed = () => dialog().waitFor({ state: 'detached' });
  const submit = async (name: string): Promise<void> => {
    await dialog().getByRole('button', { name }).click();
    await closed();
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(`/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByLabel(/^Loading/)
      .first()
      .waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Harbor Lane Homes');
    agent = await joinAgent(browser, owner);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await owner.context.newPage();
    await page.setViewportSize(DESKTOP);
  });
  afterEach(() => page.close());

  test('a stage is created, moved, and deleted with a stage for its people', async () => {
    await open('settings/stages');
    await button('Create stage').click();
    await dialog().getByLabel('Name').fill('Warm');
    await submit('Create stage');
    await button('Move Warm up').click();
    const order = async (): Promise<string[]> => {
      const { stages } = await owner.send<{ stages: { name: string }[] }>('GET', '/v1/stages?sort=orderWeight');
      return stages.map(({ name }) => name);
    };
    await eventually(async () => expect((await order()).at(-2)).toBe('Warm'));
    await owner.send('POST', '/v1/people', { firstName: 'Nina', stage: 'Warm' });
    await open('settings/stages');
    await button('More actions for Warm').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByLabel('Move people to').selectOption({ label: 'Lead' });
    await submit('Delete stage');
    expect(await order()).not.toContain('Warm');
  });

  test('a group gets the leads of a rule, and the finder names the user before a lead comes', async () => {
    const source = `${unique()}.example`;
    await open('settings/groups');
    await button('Create group').click();
    await dialog().getByLabel('Name').fill('Weekend');
    await dialog().getByRole('checkbox', { name: 'Alan Agent' }).check();
    await submit('Create group');
    await open('settings/lead-flow');
    await button('Create rule').click();
    await dialog().getByLabel('Name').fill('Web');
    await dialog().getByLabel('Sources').fill(source);
    await dialog().getByLabel('Leads go to').selectOption({ label: 'Weekend' });
    await submit('Create rule');
    await page.getByLabel('Source', { exact: true }).fill(`https://www.${source}/`);
    await button('Find out').click();
    await page.getByText('Alan Agent gets it.').waitFor();
    await page.getByText(`By “Web”: from ${source}.`).waitFor();
    await page.getByText('Users of Weekend get its leads.').waitFor();
    await eventually(
      async () => {
        const person = { firstName: 'Wanda', emails: [{ value: `${unique()}@example.com` }] };
        await owner.send('POST', '/v1/events', { source, type: 'Inquiry', person });
        const { people } = await owner.send<{ people: { assignedUserId: number }[] }>('GET', '/v1/people?limit=1');
        expect(people[0]?.assignedUserId).toBe(agent.id);
      },
      { intervalMs: 1_000 },
    );
  });

  test('two browsers change one field of people: the later one sees both values', async () => {
    const { id } = await owner.send<{ id: number }>('POST', '/v1/customFields', { label: 'Heating', type: 'text' });
    await open('settings/fields');
    await button('Edit Heating').click();
    await owner.send('PUT', `/v1/customFields/${id}`, { label: 'Heating system' });
    await dialog().getByLabel('Label').fill('Warmth');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await dialog().getByRole('row', { name: 'Label Heating system Warmth' }).waitFor();
    await submit('Save changes');
    expect(await owner.send('GET', `/v1/customFields/${id}`)).toMatchObject({ label: 'Warmth' });
  });

  test('a value that the API refuses is explained beside its field', async () => {
    await open('settings/lead-flow');
    await button('Create rule').click();
    await dialog().getByLabel('Lowest price').fill('900');
    await dialog().getByLabel('Highest price').fill('100');
    await dialog().getByRole('button', { name: 'Create rule' }).click();
    await dialog().locator('[aria-invalid="true"]').first().waitFor();
    expect(await dialog().getByLabel('Lowest price').inputValue()).toBe('900');
  });

  test('a suppressed address is added and found, and the audit log has the change', async () => {
    const address = `${unique()}@example.com`;
    await open('settings/suppressions');
    await button('Suppress address').click();
    await dialog().getByLabel('Address').fill(address);
    await submit('Suppress address');
    await page.getByRole('searchbox', { name: 'Address' }).fill(address);
    await button('Find address').click();
    await page.getByRole('row', { name: new RegExp(address) }).waitFor();
    await open('settings/audit-log?resource=stages');
    await page.getByRole('row', { name: /Stage \d+ deleted/ }).waitFor();
  });

  test('several webhooks are created at once, and one of them is edited', async () => {
    await open('webhooks');
    await button('Create webhook').click();
    await dialog().getByRole('checkbox', { name: 'notesCreated' }).check();
    await dialog().getByLabel('Address').fill('https://localhost:8444/hook');
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('Secret of notesCreated', { exact: true }).waitFor();
    await button('Done').click();
    await button('Edit the webhook of notesCreated').click();
    await dialog().getByLabel('Address').fill('https://localhost:8444/other');
    await submit('Save changes');
    await page.getByRole('cell', { name: 'https://localhost:8444/other' }).waitFor();
  });

  test('a dialog that the session leaves has its text again afterwards', async () => {
    await open('settings/teams');
    await button('Create team').click();
    await dialog().getByLabel('Name').fill('North');
    await page.reload();
    await button('Create team').click();
    expect(await dialog().getByLabel('Name').inputValue()).toBe('North');
  });

  test.each(['light', 'dark'] as const)('every page has no accessibility finding in %s colors', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const findings: object[] = [];
    for (const path of PAGES) {
      await open(path);
      for (const { id, nodes } of await findViolations(page, { resultTypes: ['violations'] }))
        findings.push({ path, id, first: nodes[0]?.target, why: nodes[0]?.failureSummary });
    }
    expect(findings).toEqual([]);
  });

  test('every page fits a phone', async () => {
    await page.setViewportSize(PHONE);
    const wide: string[] = [];
    for (const path of PAGES) {
      await open(path);
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        wide.push(path);
    }
    expect(wide).toEqual([]);
  });
});
