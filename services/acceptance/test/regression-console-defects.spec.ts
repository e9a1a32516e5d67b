import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { unique } from '../src/client';
import {
  CONSOLE_PASSWORD,
  describeInBrowser,
  findViolations,
  joinAgent,
  openContext,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

/**
 * Runs in the page: returns words of tables that break across lines. Cells for web addresses (class long) may break.
 */
const BROKEN_WORDS = `[...document.querySelectorAll('th, td')].filter((cell) => !/long/.test(cell.className)).flatMap((cell) => {
  const broken = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})`;

/** More tasks than one request of the timeline reads. */
const TASKS = 104;

describeInBrowser('regressions of the console', () => {
  let browser: Browser;
  let owner: ConsoleUser & { email: string };
  let agent: ConsoleUser & { id: number };
  let page: Page;
  let agentPage: Page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name });

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
    agent = await joinAgent(browser, owner);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await owner.context.newPage();
    agentPage = await agent.context.newPage();
  });
  afterEach(async () => {
    await owner.context.setOffline(false);
    await page.close();
    await agentPage.close();
  });

  test('no word of a table breaks at 1440 px', async () => {
    await owner.send('POST', '/v1/people', {
      firstName: 'Maximiliane',
      lastName: 'Wolfeschlegelsteinhausen',
      emails: [{ value: 'maximiliane.wolfeschlegelsteinhausen@a-rather-long-name.example.com' }],
      source: 'Neighborhood newsletter',
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of ['people', 'users', 'systems', 'api-keys', 'settings/lead-flow', 'sessions', 'webhooks']) {
      await page.goto(`/console/${path}`);
      await page
        .getByLabel(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
      expect({ path, broken: await page.evaluate(BROKEN_WORDS) }).toEqual({ path, broken: [] });
    }
  });

  test('each person is one line at 1440 px (U12)', async () => {
    const person = {
      firstName: 'Maximiliane',
      lastName: 'Wolfeschlegelsteinhausen',
      source: 'Neighborhood newsletter',
    };
    const emails = [{ value: `${unique()}.wolfeschlegelsteinhausen@a-rather-long-name.example.com` }];
    await owner.send('POST', '/v1/people', { ...person, emails, phones: [{ value: '(312) 555-1239' }] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/console/people');
    await page.getByRole('cell', { name: '(312) 555-1239' }).first().waitFor();
    const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(50);
    expect(await page.locator('table').evaluate((table) => table.scrollWidth <= table.parentElement!.clientWidth)).toBe(
      true,
    );
  });

  test('going back returns to the position in the list (U11)', async () => {
    for (let nth = 1; nth <= 25; nth++) await owner.send('POST', '/v1/people', { firstName: `Person ${nth}` });
    await page.setViewportSize({ width: 1440, height: 400 });
    await page.goto('/console/people');
    const link = page.getByRole('link', { name: 'Person 5', exact: true });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('window.scrollY');
    expect(before).toBeGreaterThan(0);
    await link.click();
    await heading('Person 5').waitFor();
    expect(await page.evaluate<number>('window.scrollY')).toBe(0);
    await page.goBack();
    await link.waitFor();
    await eventually(async () => expect(await page.evaluate<number>('window.scrollY')).toBe(before));
  });

  test('open dialogs and incomplete links have no accessibility finding (U25)', async () => {
    await page.goto('/console/webhooks');
    await button('Create webhook').click();
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/console/invitation');
    await heading('This link does not work').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test('a note that is typed when the session ends is there after signing in (U6)', async () => {
    const { id } = await owner.send<{ id: number }>('POST', '/v1/people', { firstName: 'Nina' });
    const context = await openContext(browser);
    const other = await context.newPage();
    const signIn = async () => {
      await other.getByRole('textbox', { name: 'Email' }).fill(owner.email);
      await other.getByRole('textbox', { name: 'Password', exact: true }).fill(CONSOLE_PASSWORD);
      await other.getByRole('button', { name: 'Sign in' }).click();
    };
    await other.goto(`/console/people/${id}`);
    await signIn();
    await other.getByLabel('Add a note').fill('Likes gardens');
    await context.clearCookies();
    await other.getByRole('button', { name: 'Add note' }).click();
    await signIn();
    await heading('Nina', other).waitFor();
    expect(await other.getByLabel('Add a note').inputValue()).toBe('Likes gardens');
    await context.close();
  });

  test('the timeline shows the lead right after it is claimed', async () => {
    const source = `claim-${unique()}`;
    const group = await owner.send<{ id: number }>('POST', '/v1/groups', {
      name: source,
      users: [agent.id],
      distribution: 'first-to-claim',
    });
    await owner.send('POST', '/v1/leadFlows', { name: source, sources: [source], assignGroupId: group.id });
    const person = { firstName: 'Clara', lastName: 'Claimed', emails: [{ value: `${unique()}@example.com` }] };
    await agent.send('GET', '/v1/me');
    await owner.send('POST', '/v1/events', { source, type: 'General Inquiry', message: 'Is it free?', person });
    await agentPage.goto('/console/unclaimed');
    await agentPage.getByRole('button', { name: 'Claim Clara Claimed' }).click();
    await heading('Clara Claimed', agentPage).waitFor();
    await agentPage.getByRole('listitem').getByText('Is it free?').first().waitFor();
  });

  test('disabling a user needs a confirmation', async () => {
    const puts: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
    await page.goto('/console/users');
    await button('Disable Alan Agent').click();
    await page.getByRole('dialog', { name: 'Disable Alan Agent?' }).waitFor();
    expect(puts).toEqual([]);
    await button('Cancel').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(puts).toEqual([]);
  });

  test('a user changes the profile and the password while signed in', async () => {
    await agentPage.goto('/console/profile');
    await agentPage.getByLabel('Phone').fill('555 0100');
    await agentPage.getByRole('button', { name: 'Save profile' }).click();
    await agentPage.getByText('Profile saved.').waitFor();
    await agentPage.getByRole('textbox', { name: 'Your password' }).fill(CONSOLE_PASSWORD);
    await agentPage.getByRole('textbox', { name: 'New password', exact: true }).fill(`${CONSOLE_PASSWORD} 2`);
    await agentPage.getByRole('textbox', { name: 'Repeat new password' }).fill(`${CONSOLE_PASSWORD} 2`);
    await agentPage.getByRole('button', { name: 'Change password' }).click();
    await agentPage.getByText('Your password was changed.').waitFor();
    expect(await agent.send('GET', `/v1/users/${agent.id}`)).toMatchObject({ phone: '555 0100' });
  });

  test('an offline browser shows what is wrong instead of an empty page', async () => {
    await page.goto('/console/people');
    await heading('People').waitFor();
    await owner.context.setOffline(true);
    await page.getByRole('link', { name: 'Unclaimed' }).click();
    await page.getByRole('alert').getByText('Check your connection, then reload the page.').waitFor();
    await owner.context.setOffline(false);
    await heading('Unclaimed leads').waitFor();
    await page.goto('/console/people');
    await heading('People').waitFor();
    await owner.context.setOffline(true);
    await page.getByLabel('Search').fill('Ada');
    await page
      .getByRole('alert')
      .getByText('The server cannot be reached. Check your connection, then try again.')
      .waitFor();
  });

  test('lead flow shows names instead of ids', async () => {
    await owner.send('POST', '/v1/leadFlows', { name: 'Web', sources: [unique()], assignUserId: agent.id });
    await page.goto('/console/settings/lead-flow');
    await page.getByRole('row', { name: /Web/ }).getByRole('cell', { name: 'Alan Agent' }).waitFor();
  });

  test('the integrations page reads all installations with one request and shows names', async () => {
    const apps: string[] = [];
    page.on('request', (request) => /inboxApps/.test(request.url()) && apps.push(new URL(request.url()).pathname));
    const published = { publishedInboxAppId: 7, status: 'Active' };
    const json = {
      inboxApps: [
        { id: 1, userId: agent.id, ...published },
        { id: 2, userId: 0, ...published },
      ],
    };
    await page.route('**/v1/inboxApps/installedApps', (route) => route.fulfill({ json }));
    const app = { id: 7, name: 'Chat', redirectUrl: 'https://chat.example.com/install', canReply: true };
    const list = {
      publishedInboxApps: [app, { ...app, id: 8, name: 'Mail' }],
      _metadata: { collection: 'publishedInboxApps', total: 2 },
    };
    await page.route('**/v1/inboxApps/published?*', (route) => route.fulfill({ json: list }));
    await page.goto('/console/integrations');
    await page.getByText('For Alan Agent', { exact: true }).waitFor();
    await page.getByText('For the whole account', { exact: true }).waitFor();
    expect(apps.sort()).toEqual(['/v1/inboxApps/installedApps', '/v1/inboxApps/published']);
  });

  test('an agent gets no button to create a webhook', async () => {
    await agentPage.goto('/console/webhooks');
    await heading('You cannot open this page', agentPage).waitFor();
    expect(await agentPage.getByRole('button', { name: 'Create webhook' }).count()).toBe(0);
  });

  test('the timeline continues after its first page', async () => {
    const { id } = await owner.send<{ id: number }>('POST', '/v1/people', { firstName: 'Nora' });
    for (let from = 1; from <= TASKS; from += 8) {
      const some = Array.from({ length: Math.min(8, TASKS - from + 1) }, (_, nth) => from + nth);
      await Promise.all(
        some.map((nth) => owner.send('POST', '/v1/tasks', { personId: id, type: 'Call', name: `Task ${nth}.` })),
      );
    }
    await page.goto(`/console/people/${id}`);
    await button('Show older entries').click();
    await page.getByText('Task 1.', { exact: true }).waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByText(/^Task \d+\.$/)
        .count(),
    ).toBe(TASKS);
    expect(await button('Show older entries').count()).toBe(0);
  });

  test('the system of the webhooks of the console is in the list of systems', async () => {
    await page.goto('/console/systems');
    await page.getByRole('row', { name: 'Console Built in' }).waitFor();
  });
});
