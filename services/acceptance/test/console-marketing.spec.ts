import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import {
  describeInBrowser,
  findViolations,
  reloadUntil,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

describeInBrowser('the marketing pages of the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let page: Page;
  let dora = 0;
  let template = 0;
  let plan = 0;
  let automation = 0;
  let campaign = 0;
  /** Script errors and content security policy violations that the browser reported. */
  const complaints: string[] = [];
  const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const create = async (path: string, data: object) => (await owner.send<{ id: number }>('POST', path, data)).id;
  const choosePerson = async (label: string, on: Page | Locator = page): Promise<void> => {
    await on.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: 'Dora Engel' }).click();
  };
  /** The id at the end of the address. */
  const readId = (): number => Number(new URL(page.url()).pathname.split('/').at(-1));

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Marketing Homes');
    dora = await create('/v1/people', {
      firstName: 'Dora',
      lastName: 'Engel',
      emails: [{ value: 'dora@example.com' }],
      phones: [{ value: '(312) 555-1299' }],
    });
    campaign = await create('/v1/emCampaigns', {
      name: 'Spring news',
      origin: 'Mailer',
      originId: '1',
      subject: 'Spring',
    });
    const event = { recipient: 'dora@example.com', campaignId: campaign, occurred: new Date().toISOString() };
    await eventually(() =>
      owner.send('POST', '/v1/emEvents', {
        emEvents: [
          { ...event, type: 'delivered' },
          { ...event, type: 'open' },
        ],
      }),
    );
    page = await owner.context.newPage();
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

  test('given an email template, then merge fields are chosen, and the preview has the values of a person', async () => {
    await page.goto('/console/templates');
    await page.getByRole('link', { name: 'Create template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Welcome');
    await page.getByLabel('Subject', { exact: true }).fill('Good to meet you');
    await page.getByLabel('Body', { exact: true }).fill('Hi ');
    await button('Insert merge field in body').click();
    await page.getByRole('group', { name: 'Person' }).getByRole('menuitem', { name: 'First name' }).click();
    await button('Create template').click();
    await heading('Welcome').waitFor();
    template = readId();
    await choosePerson('For person');
    await page.frameLocator('iframe[title=Email]').getByText('Hi Dora').waitFor();
    await page.getByText(/an unsubscribe link follow the text/).waitFor();
  });

  test('given a text template, then the preview has the values of a person', async () => {
    await page.goto('/console/templates?kind=text');
    await page.getByRole('link', { name: 'Create template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Short hello');
    await page.getByLabel('Message', { exact: true }).fill('Hi %contact_first_name%');
    await button('Create template').click();
    await heading('Short hello').waitFor();
    await choosePerson('For person');
    await page.getByText('Hi Dora').waitFor();
  });

  test('given two steps of a plan, then keys move the second up, and the order is saved', async () => {
    await page.goto('/console/plans');
    await button('Create plan').click();
    const dialog = page.getByRole('dialog', { name: 'Create plan' });
    await dialog.getByLabel('Name').fill('New buyer');
    await button('Create plan', dialog).click();
    await heading('New buyer').waitFor();
    plan = readId();
    await button('Add step to steps').click();
    await page.getByRole('menuitem', { name: 'Send email' }).click();
    await page.getByLabel('Template').selectOption(String(template));
    await page.getByLabel('Wait before this step', { exact: true }).fill('2');
    await button(/Send email: Welcome/)
      .last()
      .click();
    await button('Add step to steps').click();
    await page.getByRole('menuitem', { name: 'Create task' }).click();
    await page.getByLabel('Task', { exact: true }).fill('Call back');
    await button('Move Create task: Call back').focus();
    await page.keyboard.press('Space');
    await page.getByText('Create task: Call back is over place 2 of 2.').waitFor({ state: 'attached' });
    const first = page.getByText('Create task: Call back is over place 1 of 2.');
    for (let tries = 0; tries < 3 && (await first.count()) === 0; tries += 1) {
      await page.keyboard.press('ArrowUp');
      await first.waitFor({ state: 'attached', timeout: 5_000 }).catch(() => undefined);
    }
    await page.keyboard.press('Space');
    await page.getByText('Dropped Create task: Call back at place 1 of 2.').waitFor({ state: 'attached' });
    await button('Save plan').click();
    await page.getByText('Saved.').waitFor();
    const { steps } = await owner.send<{ steps: { type: string }[] }>('GET', `/v1/actionPlans/${plan}?fields=steps`);
    expect(steps.map(({ type }) => type)).toEqual(['createTask', 'sendEmail']);
  });

  test('given steps, then the pointer moves the first down', async () => {
    const from = (await button('Move Create task: Call back').boundingBox())!;
    const to = (await button('Move Send email: Welcome').boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 12, to.y + 20, { steps: 12 });
    await page.mouse.up();
    await page.getByText('Dropped Create task: Call back at place 2 of 2.').waitFor({ state: 'attached' });
  });

  test('given an automation with a branch, then it runs for a person, and the log says what it did', async () => {
    await page.goto('/console/automations');
    await page.getByRole('link', { name: 'Create automation' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tag the hot ones');
    await page.getByLabel('Starts when').selectOption('manual');
    await button('Add step to steps').click();
    await page.getByRole('menuitem', { name: 'If … then … else' }).click();
    const branch = page.getByRole('group', { name: 'Step 1', exact: true });
    await button('Add filter', branch).click();
    await page.getByRole('menuitem', { name: 'First name', exact: true }).click();
    await branch.getByRole('textbox', { name: 'First name' }).fill('Dora');
    await page.keyboard.press('Enter');
    await button('Add step to steps, then').click();
    await page.getByRole('menuitem', { name: 'Add tags' }).click();
    await branch.getByLabel('Tags').and(page.locator('input')).fill('Hot');
    await page.keyboard.press('Enter');
    await button('Create automation').click();
    await heading('Tag the hot ones').waitFor();
    automation = readId();
    await page.getByRole('tab', { name: 'Runs' }).click();
    await button('Start for person').click();
    const dialog = page.getByRole('dialog', { name: 'Start Tag the hot ones' });
    await choosePerson('Person', dialog);
    await button('Start run', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await reloadUntil(page, page.getByText('Completed', { exact: true }));
    await button('Log of Dora Engel').click();
    await page
      .getByRole('dialog', { name: 'Log of Dora Engel' })
      .getByText(/Step 1, then 1/)
      .waitFor();
    await page.keyboard.press('Escape');
    await button('Disable Tag the hot ones').click();
    await button('Enable Tag the hot ones').waitFor();
    await eventually(async () =>
      expect((await owner.send<{ tags: string[] }>('GET', `/v1/people/${dora}?fields=tags`)).tags).toContain('Hot'),
    );
  });

  test('given a person who waits in an automation, when the person is removed, then the run ends and its person stays', async () => {
    const wait = { type: 'waitFor', event: 'reply', timeout: { value: 9, unit: 'days' } };
    const trigger = { type: 'manual' };
    const automationId = await create('/v1/automations', { name: 'Long wait', trigger, steps: [wait] });
    await create('/v1/automationsPeople', { personId: dora, automationId });
    await page.goto(`/console/automations/${automationId}?tab=runs`);
    await button('Remove Dora Engel').click();
    const dialog = page.getByRole('dialog', { name: 'Remove Dora Engel?' });
    await button('Cancel', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    const listRuns = async () =>
      (await owner.send<{ automationsPeople: object[] }>('GET', `/v1/automationsPeople?automationId=${automationId}`))
        .automationsPeople;
    expect(await listRuns()).toHaveLength(1);
    await button('Remove Dora Engel').click();
    await button('Remove run', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Remove Dora Engel').waitFor({ state: 'detached' });
    expect(await listRuns()).toEqual([]);
    expect(await owner.send('GET', `/v1/people/${dora}?fields=id`)).toMatchObject({ id: dora });
  });

  test('given a campaign, then the list and the page have its figures', async () => {
    await page.goto('/console/campaigns');
    await page
      .getByRole('row', { name: /Spring news/ })
      .getByText('100%')
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Spring news' }).click();
    await heading('Spring news').waitFor();
    await page.getByRole('row', { name: /Dora Engel Opened/ }).waitFor();
  });

  const listPages = (): string[] => [
    'templates',
    `templates/email/${template}`,
    'plans',
    `plans/${plan}`,
    `plans/${plan}?tab=people`,
    'automations',
    `automations/${automation}`,
    `automations/${automation}?tab=runs`,
    'campaigns',
    `campaigns/${campaign}`,
  ];
  const openPage = async (path: string): Promise<void> => {
    await page.goto(`/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByLabel(/^Loading/)
      .first()
      .waitFor({ state: 'detached' });
  };

  test.each(['light', 'dark'] as const)(
    'given %s colors, then no page has an accessibility finding',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const findings: unknown[] = [];
      for (const path of listPages()) {
        await openPage(path);
        for (const { id, nodes } of await findViolations(page, { resultTypes: ['violations'] }))
          findings.push({ path, id, target: nodes[0]?.target, why: nodes[0]?.failureSummary });
      }
      expect(findings).toEqual([]);
    },
  );

  test('given a phone, then no page is wider than its window', async () => {
    await page.setViewportSize(PHONE);
    const wide: string[] = [];
    for (const path of listPages()) {
      await openPage(path);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== PHONE.width) wide.push(`${path}: ${String(width)}`);
    }
    expect(wide).toEqual([]);
  });
});
