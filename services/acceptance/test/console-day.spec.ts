import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import {
  describeInBrowser,
  findViolations,
  joinAgent,
  openContext,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

const PHONE = { width: 360, height: 740 };
/** Pages whose data have a test of their own. */
const MORE_PATHS = ['calendar?view=week', 'calendar?view=day', 'calendar?view=month', 'inbox'];
const DESKTOP = { width: 1440, height: 900 };
/** A thumb needs 44 pixels. */
const THUMB = 44;
/** Runs in the page: its buttons that are lower. Those that are hidden, or inside of a field or tag, do not count. */
const LOW_BUTTONS = `[...document.querySelectorAll('main :is(button, [role="menuitem"])')]
  .filter((button) => button.checkVisibility() && !button.closest('thead, .mantine-Input-section, .mantine-Pill-root'))
  .filter((button) => button.getBoundingClientRect().height < ${THUMB})
  .map((button) => button.getAttribute('aria-label') ?? button.textContent)`;

describeInBrowser('a day of an agent in the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let agent: ConsoleUser & { id: number };
  let page: Page;
  let elena = 0;
  let deal = 0;
  /** Script errors and content security policy violations that the browser reported. */
  const complaints: string[] = [];
  const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name });
  const create = async (path: string, data: object) => (await owner.send<{ id: number }>('POST', path, data)).id;
  const readPerson = () => owner.send<{ stage: string; price: number }>('GET', `/v1/people/${elena}`);

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
    agent = await joinAgent(browser, owner);
    elena = await create('/v1/people', {
      firstName: 'Elena',
      lastName: 'Soren',
      phones: [{ value: '(312) 555-1204', type: 'mobile' }],
      emails: [{ value: 'elena@example.com' }],
      price: 320_000,
      assignedUserId: agent.id,
      tags: ['Seller'],
    });
    await create('/v1/tasks', { personId: elena, name: 'Call back', dueDate: '2020-01-01', assignedUserId: agent.id });
    const pipeline = await owner.send<{ stages: { id: number }[] }>('POST', '/v1/pipelines', {
      name: 'Lantern',
      stages: [{ name: 'Offer' }, { name: 'Contract' }, { name: 'Closed' }],
    });
    deal = await create('/v1/deals', {
      name: '100 Lake St',
      stageId: pipeline.stages[0]!.id,
      price: 300_000,
      peopleIds: [elena],
      userIds: [agent.id],
    });
    page = await agent.context.newPage();
    await page.setViewportSize(DESKTOP);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
  });

  test('given an overdue task, then Today has it, and one click completes it', async () => {
    await page.goto('/console/');
    await heading('Today').waitFor();
    await page.getByText('Call back').waitFor();
    await page.getByRole('checkbox', { name: 'Complete Call back' }).click();
    await page.getByText('Completed “Call back”.').waitFor();
    await page.getByRole('checkbox', { name: 'Complete Call back' }).waitFor({ state: 'detached' });
  });

  test('given four digits of a phone, then Ctrl+K and Enter open the person', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
    await page.keyboard.type('1204');
    await page.getByRole('option', { name: /Elena Soren/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Elena Soren').waitFor();
  });

  test('given a person, then two clicks change the stage', async () => {
    await button(/^Stage: /).click();
    const choice = page.getByRole('menuitemradio').nth(1);
    const stage = (await choice.textContent())!;
    await choice.click();
    await button(`Stage: ${stage}`).waitFor();
    await eventually(async () => expect((await readPerson()).stage).toBe(stage));
  });

  test('given a call, then it is logged with two clicks and is on the timeline', async () => {
    await page.getByRole('tab', { name: 'Call' }).click();
    await page.getByLabel('Notes of the call').fill('Left a message.');
    await button('Log call').click();
    await page.getByRole('listitem').getByText('Left a message.').waitFor();
  });

  test('given two users edit the price, then the second sees both values and decides (U5)', async () => {
    await button('Edit Price').click();
    await owner.send('PUT', `/v1/people/${elena}`, { price: 310_000 });
    await page.getByRole('textbox', { name: 'Price' }).fill('350000');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changed by another user' });
    await dialog.getByRole('row', { name: 'Price 310000 350000' }).waitFor();
    expect((await readPerson()).price).toBe(310_000);
    await button('Replace with mine', dialog).click();
    await eventually(async () => expect((await readPerson()).price).toBe(350_000));
  });

  test('given a colleague adds a note, then it is on the open page without an action (U7)', async () => {
    await owner.send('POST', '/v1/notes', { personId: elena, body: 'From a colleague' });
    await page.getByRole('listitem').getByText('From a colleague').waitFor();
  });

  test('given a deal, then keys move it to the next stage', async () => {
    await page.getByRole('link', { name: 'Deals' }).first().click();
    await heading('Deals').waitFor();
    await button('Move 100 Lake St').focus();
    await page.keyboard.press('Space');
    await page.getByText('100 Lake St is over Offer.').waitFor({ state: 'attached' });
    // The board listens for keys a moment after the card is lifted.
    const overContract = page.getByText('100 Lake St is over Contract.');
    for (let tries = 0; tries < 3 && (await overContract.count()) === 0; tries += 1) {
      await page.keyboard.press('ArrowRight');
      await overContract.waitFor({ state: 'attached', timeout: 5_000 }).catch(() => undefined);
    }
    await overContract.waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText('Moved “100 Lake St” to Contract.').waitFor();
    await page.getByRole('region', { name: 'Contract' }).getByRole('link', { name: '100 Lake St' }).waitFor();
  });

  test('given a deal, then the pointer moves it', async () => {
    const card = page.getByRole('region', { name: 'Contract' }).getByRole('listitem');
    const from = (await card.boundingBox())!;
    const to = (await page.getByRole('region', { name: 'Closed' }).boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, from.y + 30, { steps: 12 });
    await page.mouse.up();
    await page.getByText('Moved “100 Lake St” to Closed.').waitFor();
  });

  test('given people, then search, a filter and Back work without a press of Enter (U11)', async () => {
    await page.getByRole('link', { name: 'People' }).first().click();
    await heading('People').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('1204');
    await page.waitForURL(/\?q=1204$/);
    await page.getByRole('link', { name: 'Elena Soren' }).waitFor();
    await button('Add filter').click();
    await page.getByRole('menuitem', { name: 'Tag', exact: true }).click();
    const tag = page.getByRole('textbox', { name: 'Tag' });
    await tag.fill('Nobody');
    await tag.press('Enter');
    await page.getByText('No people match.').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Elena Soren' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=1204');
  });

  test.each(['light', 'dark'] as const)(
    'given %s colors, then no page has an accessibility finding',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const findings: unknown[] = [];
      for (const path of [
        'today',
        'people',
        `people/${elena}`,
        'deals',
        `deals/${deal}`,
        'tasks',
        'unclaimed',
        ...MORE_PATHS,
      ]) {
        await page.goto(`/console/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page
          .getByLabel(/^Loading/)
          .first()
          .waitFor({ state: 'detached' });
        for (const { id, nodes } of await findViolations(page, { resultTypes: ['violations'] }))
          findings.push({ path, id, target: nodes[0]?.target, why: nodes[0]?.failureSummary });
      }
      expect(findings).toEqual([]);
    },
  );

  test('given a phone, then no page is wider than its window', async () => {
    await page.setViewportSize(PHONE);
    const wide: string[] = [];
    for (const path of [
      'today',
      'people',
      `people/${elena}`,
      'deals',
      `deals/${deal}`,
      'tasks',
      'unclaimed',
      ...MORE_PATHS,
    ]) {
      await page.goto(`/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== PHONE.width) wide.push(`${path}: ${String(width)}`);
    }
    expect(wide).toEqual([]);
  });

  test('given a phone with a touch screen, then every button is high enough for a thumb', async () => {
    const storageState = await agent.context.storageState();
    const context = await openContext(browser, { storageState, viewport: PHONE, isMobile: true, hasTouch: true });
    const phone = await context.newPage();
    const low: string[] = [];
    for (const path of ['today', 'people', `people/${elena}`, `deals/${deal}`, 'tasks', 'inbox', 'templates']) {
      await phone.goto(`/console/${path}`);
      await phone.getByRole('heading', { level: 1 }).waitFor();
      await phone
        .getByLabel(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
      for (const button of await phone.evaluate<string[]>(LOW_BUTTONS)) low.push(`${path}: ${button}`);
    }
    expect(low).toEqual([]);
    await context.close();
  });
});
