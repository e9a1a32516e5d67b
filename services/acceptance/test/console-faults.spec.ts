import type { Browser, Page } from 'playwright-core';
import { eventually, type Receiver } from '@porchlight/testkit';
import { unique } from '../src/client';
import {
  describeInBrowser,
  joinAgent,
  openContext,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';
import { receive } from '../src/receive';

/** How the page shows an element; these tests have no types of browsers. */
interface Styles {
  getComputedStyle(element: unknown): { readonly backgroundColor: string };
}

describeInBrowser('faults that a review of the console found', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let agent: ConsoleUser & { id: number };
  let receiver: Receiver;
  let page: Page;
  let elena = 0;
  const email = `elena.soren4-${unique()}@example.com`;
  const create = async (path: string, data: object) => (await owner.send<{ id: number }>('POST', path, data)).id;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const open = async (path: string, user: ConsoleUser = owner): Promise<void> => {
    await page?.close();
    page = await user.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const chooseFile = async (content: string | Buffer): Promise<void> => {
    await open('people/import');
    const buffer = Buffer.from(content as string);
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  };

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Reviewed Homes');
    agent = await joinAgent(browser, owner);
    receiver = await receive();
    elena = await create('/v1/people', {
      firstName: 'Elena',
      lastName: 'Soren',
      emails: [{ value: email }],
      phones: [{ value: '(312) 555-1204', type: 'mobile' }],
      price: 320_000,
      tags: ['VIP'],
      assignedUserId: agent.id,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.stop();
  });

  test('U1 given a row of a person who exists, then the preview says what changes, and the import keeps tag and price', async () => {
    await chooseFile(`First name,Email,Price,Tags\nElena,${email},1,Seller\n`);
    await page.getByRole('row', { name: /^Elena Soren 2 Add .*Seller/ }).waitFor();
    await button('Import 1 row').click();
    await page.getByText('0 added, 1 updated, 0 unchanged, 0 not imported.').waitFor();
    const person = await owner.send<{ price: number; tags: string[] }>('GET', `/v1/people/${elena}`);
    expect({ price: person.price, tags: person.tags.toSorted() }).toEqual({ price: 320_000, tags: ['Seller', 'VIP'] });
  });

  test('U2 given a lead that is offered to a group, then the notification opens Unclaimed, and the lead can be claimed', async () => {
    const source = unique();
    const assignGroupId = await create('/v1/groups', {
      name: source,
      users: [agent.id],
      distribution: 'first-to-claim',
    });
    await create('/v1/leadFlows', { name: source, sources: [source], assignGroupId });
    const person = { firstName: 'Wanda', lastName: 'Pryce', emails: [{ value: `${unique()}@example.com` }] };
    await owner.send('POST', '/v1/events', { source, type: 'General Inquiry', message: 'Is it free?', person });
    await open('notifications', agent);
    await page.getByRole('link', { name: /Wanda Pryce/ }).click();
    await heading('Unclaimed leads').waitFor();
    await button('Claim Wanda Pryce').click();
    await heading('Wanda Pryce').waitFor();
  });

  test('U4 given columns with other names and a wrong phone, then they are mapped, and the phone is a problem', async () => {
    await chooseFile(`Mail,Telephone,Owner of lead\nmia-${unique()}@example.com,12,Ana\n`);
    await page
      .getByRole('row', { name: /12.* 2 / })
      .first()
      .waitFor();
    const fields = ['Mail', 'Telephone'].map((column) => page.getByLabel(`Field of ${column}`));
    const chosen = await Promise.all(fields.map((field) => field.inputValue()));
    expect(chosen).toEqual(['emails.home', 'phones.home']);
    expect(await page.getByText('No problems found.').count()).toBe(0);
  });

  test.each(['555-1204', '1204', '312555', 'elena.soren4', 'Sor'])(
    'U9 given “%s”, then the search finds the person',
    async (text) => {
      await open('people');
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await page.waitForURL(/\?q=/);
      await page.getByRole('link', { name: 'Elena Soren' }).waitFor();
    },
  );

  describe('a webhook whose receiver fails', () => {
    beforeAll(async () => {
      receiver.answerWith({ status: 500, body: '{"error":"column lead_id does not exist"}' });
      const webhook = await create('/v1/webhooks', { event: 'notesCreated', url: `${receiver.url}/hooks` });
      await create('/v1/notes', { personId: elena, body: 'Prefers mornings.' });
      await open(`webhooks/${webhook}`);
    });

    test('U10 then the list and the details have the reason that the receiver sent, and what to do', async () => {
      await page.getByText('column lead_id does not exist').first().waitFor();
      await button(/^Details of event/)
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('column lead_id does not exist').first().waitFor();
      await dialog.getByText(`POST ${receiver.url}/hooks`).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    test('U19 when a test is sent, then its result moves no button', async () => {
      const rotate = button('Rotate secret of this webhook');
      let before = await rotate.boundingBox();
      // The page is complete when the button stays in its place.
      await eventually(
        async () => {
          const former = before;
          before = await rotate.boundingBox();
          expect(before).toEqual(former);
        },
        { intervalMs: 250 },
      );
      await button('Send test to this webhook').click();
      await page.getByText(/^The receiver returned status 500/).waitFor();
      expect(await rotate.boundingBox()).toEqual(before);
    });

    test('U20 when its secret is rotated, then a dialog asks first', async () => {
      await button('Rotate secret of this webhook').click();
      await page.getByRole('dialog', { name: 'Rotate secret of this webhook?' }).waitFor();
    });
  });

  test('U13 given settings, then a team and a pond are created, renamed and filled', async () => {
    for (const [path, kind] of [
      ['settings/teams', 'team'],
      ['settings/ponds', 'pond'],
    ] as const) {
      const name = `${kind} ${unique()}`;
      await open(path);
      await button(`Create ${kind}`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: `Create ${kind}` }).click();
      await button(`Edit ${name}`).click();
      await dialog.getByLabel('Name').fill(`${name} North`);
      await dialog.getByRole('checkbox', { name: 'Alan Agent' }).first().check();
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await page
        .getByRole('row', { name: new RegExp(`${name} North.*Alan Agent`) })
        .first()
        .waitFor();
    }
  });

  test('U14 given custom fields, a deal and a plan, then the page of the person has them', async () => {
    await create('/v1/customFields', { label: 'Financing', type: 'text' });
    await owner.send('PUT', `/v1/people/${elena}`, { customFinancing: 'Cash' });
    const pipeline = await owner.send<{ stages: { id: number }[] }>('POST', '/v1/pipelines', {
      name: 'Buyers',
      stages: [{ name: 'Offer' }],
    });
    const deal = { name: '100 Lake St', price: 400_000, stageId: pipeline.stages[0]!.id, peopleIds: [elena] };
    await create('/v1/deals', deal);
    const templateId = await create('/v1/templates', { name: 'Welcome', subject: 'Hello', body: 'Hi' });
    const steps = [{ delay: { value: 2, unit: 'days' }, type: 'sendEmail', templateId }];
    const actionPlanId = await create('/v1/actionPlans', { name: 'New buyer', steps });
    await create('/v1/actionPlansPeople', { personId: elena, actionPlanId });
    await open(`people/${elena}`);
    await page.getByText('Cash').first().waitFor();
    await page.getByRole('link', { name: '100 Lake St' }).waitFor();
    await page.getByText('New buyer').first().waitFor();
  });

  test('U15 given a published app, then its page says that it waits for approval', async () => {
    const name = `Chat ${unique()}`;
    await create('/v1/publishedInboxApps', { name, redirectUrl: 'https://chat.example.com/install' });
    await open('published-apps');
    await page.getByText('After Porchlight approved it').waitFor();
    await page.getByRole('row', { name: new RegExp(`${name}.*Pending`) }).waitFor();
  });

  test.each(['systems', 'oauth-apps', 'published-apps', 'webhooks', 'people/import'])(
    'U16 given an agent, then %s says who may open it, and has no button of it',
    async (path) => {
      await open(path, agent);
      await heading('You cannot open this page').waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      expect(await page.locator('input[type=file]').count()).toBe(0);
    },
  );

  test('U20 given the deletion of a user, then its dialog has a red button, and disabling is quiet', async () => {
    await open('users');
    const colorOf = (name: string): Promise<string> =>
      button(name).evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).backgroundColor);
    const primary = await colorOf('Invite user');
    expect(await colorOf('Disable Alan Agent')).not.toBe(primary);
    await button('More actions for Alan Agent').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    const [red, green, blue] = (await colorOf('Delete user')).match(/\d+/g)!.map(Number);
    expect(red!).toBeGreaterThan(2 * Math.max(green!, blue!));
  });

  test('U21 given an agent, then the stages have no numbers of people of the whole account', async () => {
    await open('settings/stages', agent);
    await page.getByRole('columnheader', { name: 'Stage' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'People' }).count()).toBe(0);
  });

  test('U22 given a file with two problems in a row, then both name its line', async () => {
    await chooseFile('First name,Price,Phone\nMia,much,12\n');
    await page.getByRole('row', { name: / 2 Price/ }).waitFor();
    await page.getByRole('row', { name: / 2 Phone/ }).waitFor();
  });

  test('U22 given a spreadsheet, then the page says to save it as CSV', async () => {
    await chooseFile(Buffer.from('PK\u0003\u0004\u0000binary'));
    await page.getByText('Save the spreadsheet as CSV and choose that file.').waitFor();
  });

  test('U23 given the account menu, then it names the signed-in user and account', async () => {
    await open('today', agent);
    await button('Account of Alan Agent').click();
    await page.getByRole('menu').getByText('Agent, Reviewed Homes').waitFor();
  });

  test('U23 given an invitation, then its page names the account, the user who invites and the email', async () => {
    const invited = { firstName: 'Ivy', lastName: 'Invited', email: `${unique()}@example.com`, role: 'Agent' };
    const { invitationUrl } = await owner.send<{ invitationUrl: string }>('POST', '/v1/users', invited);
    const context = await openContext(browser);
    const stranger = await context.newPage();
    await stranger.goto(invitationUrl);
    await stranger.getByText(`Olive Owner invites you to Reviewed Homes.`).waitFor();
    await stranger.getByText(invited.email).waitFor();
    await context.close();
  });
});
