import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { clientWith, keyHeader, unique } from '../src/client';
import {
  describeInBrowser,
  joinAgent,
  reloadUntil,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';
import { readDescription } from '../src/described';

const KEY = 'an existing key of more than 32 characters';

describeInBrowser('systems, users and keys in the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let agent: ConsoleUser & { id: number };
  let page: Page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog');
  const deleteRow = async (name: string): Promise<void> => {
    await button(`More actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
    agent = await joinAgent(browser, owner);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await owner.context.newPage();
  });
  afterEach(() => page.close());

  test('an API key with scopes and a last day is created and listed', async () => {
    const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.goto('/console/api-keys');
    await button('Create API key').click();
    await page.getByLabel('Name').fill('Reports');
    await page.getByLabel('Read only', { exact: true }).check();
    await page.getByLabel('Deals').check();
    await page.getByLabel('Last day').fill('2020-01-01');
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await page.getByText('Choose today or a later day.').waitFor();
    await page.getByLabel('Last day').fill(lastDay);
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    await button('Done').click();
    await page.getByRole('row', { name: /Reports .* read, deals/ }).waitFor();
    const { apiKeys } = await owner.send<{ apiKeys: object[] }>('GET', '/v1/users/1/apiKeys');
    expect(apiKeys).toMatchObject([{ label: 'Reports', scopes: ['read', 'deals'] }]);
    expect(new Date((apiKeys[0] as { expiresAt: string }).expiresAt).getTime()).toBeGreaterThan(Date.now());
  });

  test('the webhook form offers every event for which the API registers a webhook (D13.8)', async () => {
    await page.goto('/console/webhooks');
    await button('Create webhook').click();
    const options = await dialog()
      .getByRole('group', { name: 'Events' })
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map(({ value }: { value?: string }) => value ?? ''));
    const { components } = readDescription() as { components: { schemas: Record<string, any> } };
    const webhookEvents = components.schemas['NewWebhook'].properties.event.enum as string[];
    expect(webhookEvents).toContain('peopleCreated');
    expect(webhookEvents).toEqual(expect.arrayContaining(options));
    for (const event of webhookEvents.filter((name) => !options.includes(name)))
      await expect(owner.send('POST', '/v1/webhooks', { event, url: 'https://receiver.example/hook' })).rejects.toThrow(
        `nothing fires '${event}' yet`,
      );
  });

  test('the page of a system lists the fields that were ignored in its requests', async () => {
    const name = `Partner ${unique()}`;
    const { key } = await owner.send<{ key: string }>('POST', '/v1/systems', { name });
    const { apiKey } = await owner.send<{ apiKey: string }>('POST', '/v1/users/1/apiKeys', { label: 'Partner' });
    const partner = clientWith({ ...keyHeader(apiKey), 'x-system': name, 'x-system-key': key });
    const lead = { source: 'Partner', shoeSize: 41, person: { emails: [{ value: `${unique()}@example.com` }] } };
    expect((await partner.post('/v1/events', lead)).status).toBe(201);
    await page.goto('/console/systems');
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // The gateway stores its counts every 5 s.
    await reloadUntil(page, page.getByRole('row', { name: /^shoeSize .* 1 / }));
  });

  test('signature headers of a system are saved', async () => {
    const { id } = await owner.send<{ id: number }>('POST', '/v1/systems', { name: `Receiver ${unique()}` });
    await page.goto(`/console/systems/${id}`);
    await page.getByLabel('Additional headers').fill('not a name');
    await button('Save headers').click();
    await page.getByText('“not a name” is not a header name.').waitFor();
    await page.getByLabel('Additional headers').fill('X-Acme-Signature\n');
    await button('Save headers').click();
    await page.getByText('Headers saved.').waitFor();
    const { systems } = await owner.send<{ systems: { id: number }[] }>('GET', '/v1/systems');
    expect(systems.find((system) => system.id === id)).toMatchObject({ signatureHeaders: ['X-Acme-Signature'] });
  });

  test('D13.4 (5) an account without postal address has a warning until the owner enters one', async () => {
    await page.goto('/console/settings/emails');
    const warning = page.getByText('Emails have no postal address');
    await warning.waitFor();
    await page.getByLabel('Postal address in emails to contacts').fill('12 Harbor Lane\nAustin, TX 78701');
    await button('Save postal address').click();
    await page.getByText('Postal address saved.').waitFor();
    await warning.waitFor({ state: 'detached' });
    expect(await owner.send('GET', '/v1/account')).toMatchObject({ mailFooter: '12 Harbor Lane\nAustin, TX 78701' });
    await page.reload();
    await page.getByLabel('Postal address in emails to contacts').waitFor();
    expect(await warning.count()).toBe(0);
  });

  test('N5 the owner sets a sender of mails and sees the DNS record that verifies its domain', async () => {
    await page.goto('/console/settings/emails');
    await page.getByLabel('Sender of emails to contacts').fill('nonsense');
    await button('Save sender').click();
    await page.getByText('must be an email address of a domain of yours').waitFor();
    await page.getByLabel('Sender of emails to contacts').fill('team@harbor-lane.invalid');
    await button('Save sender').click();
    await page.getByText('Sender saved.').waitFor();
    await page.getByText('_porchlight.harbor-lane.invalid').first().waitFor();
    const { status, record } = await owner.send<{ status: string; record: { value: string } }>(
      'GET',
      '/v1/senderDomain',
    );
    expect(status).toBe('Pending');
    await page.getByText(record.value).first().waitFor();
  });

  test('the account admits unregistered systems; one is registered with the key that it already uses', async () => {
    await page.goto('/console/systems');
    await page.getByLabel('Unknown fields and parameters').selectOption('lenient');
    await page.getByLabel('Systems that are not registered').selectOption('ignore');
    await button('Save settings').click();
    await page.getByText('Settings saved.').waitFor();
    const settings = { handling: 'lenient', unregisteredSystems: 'ignore' };
    expect(await owner.send('GET', '/v1/account')).toMatchObject(settings);

    const name = `Acme ${unique()}`;
    const key = `${KEY} ${unique()}`.replaceAll(' ', '-');
    const { apiKey } = await owner.send<{ apiKey: string }>('POST', '/v1/users/1/apiKeys', { label: name });
    const acme = clientWith({ ...keyHeader(apiKey), 'x-system': name, 'x-system-key': key });
    // Gateways apply the setting within 2 s and store their counts every 5 s.
    await eventually(async () => expect((await acme.get('/v1/me')).status).toBe(200));
    expect((await acme.get('/v1/webhooks')).status).toBe(400);
    await reloadUntil(page, button(`Register ${name}`));
    await button(`Register ${name}`).click();
    expect(await dialog().getByLabel('Name').inputValue()).toBe(name);
    await dialog().getByLabel('Existing key').fill('short');
    await dialog().getByRole('button', { name: 'Register system' }).click();
    await page.getByText('Enter a key of at least 32 characters, or leave this field empty.').waitFor();
    await dialog().getByLabel('Existing key').fill(key);
    await dialog().getByRole('button', { name: 'Register system' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('link', { name }).waitFor();
    await eventually(async () => expect((await acme.get('/v1/webhooks')).status).toBe(200));
  });

  test('an invitation is corrected, sent again and withdrawn', async () => {
    const invited = await owner.send<{ id: number }>('POST', '/v1/users', {
      firstName: 'Ines',
      lastName: 'Invited',
      email: `${unique()}@example.com`,
      role: 'Agent',
    });
    const path = `/v1/users/${invited.id}`;
    const email = `${unique()}@example.com`;
    await page.goto('/console/users');
    await button('Change email of Ines Invited').click();
    await dialog().getByLabel('Email').fill(email);
    await button('Save email').click();
    await dialog().waitFor({ state: 'detached' });
    expect(await owner.send('GET', path)).toMatchObject({ email, status: 'Invited' });
    await button('Resend invitation to Ines Invited').click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).toContain('/console/invitation?token=');
    await button('Done').click();
    await button('Withdraw invitation of Ines Invited').click();
    await dialog().getByRole('button', { name: 'Withdraw invitation' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await owner.send('GET', path)).toMatchObject({ status: 'Disabled' });
    await button('Withdraw invitation of Ines Invited').waitFor({ state: 'detached' });
  });

  test('lead distribution of a user is paused', async () => {
    const path = `/v1/users/${agent.id}`;
    await page.goto('/console/users');
    const leads = page.getByRole('switch', { name: 'New leads for Alan Agent' });
    await leads.click({ force: true });
    await eventually(async () => expect(await owner.send('GET', path)).toMatchObject({ pauseLeadDistribution: true }));
    // Wait until the page has read the users again; an earlier click would repeat the first action.
    await eventually(async () => expect([await leads.isChecked(), await leads.isEnabled()]).toEqual([false, true]));
    await leads.click({ force: true });
    await eventually(async () => expect(await owner.send('GET', path)).toMatchObject({ pauseLeadDistribution: false }));
  });

  test('a user, a team and a pond are deleted with a target', async () => {
    await page.goto('/console/users');
    await deleteRow('Alan Agent');
    await dialog().getByRole('button', { name: 'Delete user' }).click();
    await page.getByText('Choose one from the list.').waitFor();
    await dialog().getByLabel('Assign people and tasks to').selectOption('1');
    await dialog().getByRole('button', { name: 'Delete user' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await owner.send('GET', `/v1/users/${agent.id}`)).toMatchObject({ status: 'Disabled' });

    const team = await owner.send<{ id: number }>('POST', '/v1/teams', { name: 'North' });
    const other = await owner.send<{ id: number }>('POST', '/v1/teams', { name: 'South' });
    const pond = await owner.send<{ id: number }>('POST', '/v1/ponds', { name: 'Lake' });
    await page.goto('/console/settings/teams');
    await deleteRow('North');
    await dialog().getByLabel('Move users to').selectOption(String(other.id));
    await dialog().getByRole('button', { name: 'Delete team' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.goto('/console/settings/ponds');
    await deleteRow('Lake');
    await dialog().getByLabel('Assign people to').selectOption('1');
    await dialog().getByRole('button', { name: 'Delete pond' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { teams } = await owner.send<{ teams: { id: number }[] }>('GET', '/v1/teams');
    expect(teams.map(({ id }) => id)).not.toContain(team.id);
    const { ponds } = await owner.send<{ ponds: { id: number }[] }>('GET', '/v1/ponds');
    expect(ponds.map(({ id }) => id)).not.toContain(pond.id);
  });
});
