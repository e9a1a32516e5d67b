import type { Browser, Page } from 'playwright-core';
import { account, as, unique } from '../src/client';
import { promisedTime } from '../src/promised-time';
import { readConnection } from '../src/stack-connection';
import { describeInBrowser, findViolations, openContext, startBrowser } from '../src/console-browser';

const { baseUrl } = readConnection();

describeInBrowser('U3 the API reference in a browser', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    const context = await openContext(browser, { viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || /content security policy/i.test(message.text()))
        complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseUrl)) foreign.push(request.url());
    });
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
    expect(foreign.splice(0)).toEqual([]);
  });

  it('allows no inline code and no inline style', async () => {
    const response = await page.goto('/docs');
    expect(response!.status()).toBe(200);
    expect(response!.headers()['content-security-policy']).not.toContain('unsafe');
  });

  it('sends the lead of its example, and says that this writes to the account', async () => {
    await page.goto('/docs');
    const source = `docs-${unique()}.example`;
    await page.getByText('This writes to your account.').first().waitFor();
    await page.getByLabel('API key', { exact: true }).fill(account(1).users.owner.apiKey);
    const box = page.getByLabel('Lead', { exact: true });
    const lead = JSON.parse(await box.inputValue()) as { person: object };
    const person = { ...lead.person, phones: [], emails: [{ value: `${unique()}@example.com` }] };
    await box.fill(JSON.stringify({ ...lead, source, person }, null, 2));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^201: Ada Byron is person \d+\.$/).waitFor();
    const { body } = await as('owner').get(`/v1/people?source=${source}`);
    expect(body).toMatchObject({ _metadata: { total: 1 }, people: [{ name: 'Ada Byron', source }] });
    expect(await page.locator('#curl').textContent()).toContain(
      `curl --cacert "$CA" '${baseUrl}/v1/events' \\\n  -u "$API_KEY:"`,
    );
  });

  it('given the name of a parameter, then the search leads to its operation', async () => {
    await page.goto('/docs');
    await page.getByLabel('Search').fill('includeTrash');
    await page.getByRole('link', { name: 'GET /v1/people List people.' }).click();
    await page.waitForURL('**/docs/people#listPeople');
    await page.locator('#listPeople').getByText('includeTrash', { exact: true }).first().waitFor({ state: 'attached' });
  });

  it('given a word of a guide, then the search leads to its section', async () => {
    await page.goto('/docs');
    await page.getByLabel('Search').fill('rotation hmac');
    await page.getByRole('link', { name: 'Webhooks: Verify' }).click();
    await page.waitForURL('**/docs/guides/webhooks#verify');
    await page.getByRole('heading', { name: 'Verify' }).waitFor();
  });

  it('given the reference, then the guides are in its navigation, with the sections of the open one', async () => {
    await page.goto('/docs/leads');
    const navigation = page.getByRole('navigation', { name: 'Reference and guides' });
    await navigation.getByRole('link', { name: 'Quickstart' }).click();
    await page.waitForURL('**/docs/guides/quickstart');
    await navigation.getByRole('link', { name: '3. Send a lead' }).click();
    await page.waitForURL('**/docs/guides/quickstart#3-send-a-lead');
  });

  it('given a snippet of a guide, then its button copies it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/docs/guides/webhooks');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('/v1/webhooks');
  });

  it('given a chosen tab of a guide, then every guide shows that tab', async () => {
    await page.goto('/docs/guides/quickstart');
    await page.getByRole('button', { name: 'Python (SDK)' }).first().click();
    await page.getByText('person = porchlight.events.create(').waitFor();
    await page.goto('/docs/guides/webhooks');
    await page.getByText('class Receiver(').waitFor();
  });

  it('given the downloads, then the navigation leads to them', async () => {
    await page.goto('/docs');
    const navigation = page.getByRole('navigation', { name: 'Reference and guides' });
    await navigation.getByRole('link', { name: 'SDKs and command line' }).click();
    await page.waitForURL('**/docs/downloads');
    await page.getByText(/^npm install \.\/porchlight-sdk-/m).waitFor();
  });

  it('given a chosen language, then every sample is in that language', async () => {
    await page.goto('/docs/leads');
    await page.getByRole('button', { name: 'Python' }).first().click();
    await page.locator('#createEvent').getByText('from porchlight import').waitFor();
    await page.goto('/docs/deals');
    await page.locator('#createDeal').getByText('from porchlight import').waitFor();
  });

  it('sends a request of an operation with the entered key', async () => {
    await page.goto('/docs/account#getMe');
    await page.getByLabel('API key', { exact: true }).fill(account(1).users.owner.apiKey);
    await page.locator('#getMe .try summary').click();
    const response = page.waitForResponse((reply) => reply.url().endsWith('/v1/me'));
    await page.locator('#getMe').getByRole('button', { name: 'Read' }).click();
    expect((await response).status()).toBe(200);
  });

  it('is interactive within 1.5 s', async () => {
    await page.goto('/docs/people');
    const ms = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].domInteractive");
    expect(ms).toBeLessThan(await promisedTime(1_500));
  });

  it('given a phone, then no page is wider than the screen', async () => {
    const phone = await openContext(browser, { viewport: { width: 390, height: 800 } });
    const small = await phone.newPage();
    for (const path of [
      '/docs',
      '/docs/leads',
      '/docs/downloads',
      '/docs/guides',
      '/docs/guides/webhooks',
      '/docs/guides/data-model',
    ]) {
      await small.goto(path);
      expect(await small.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    }
    await phone.close();
  });

  it.each(['/docs', '/docs/leads', '/docs/downloads', '/docs/guides', '/docs/guides/webhooks'])(
    'given %s, then it has no accessibility finding',
    async (address) => {
      await page.goto(address);
      const findings = await findViolations(page);
      expect(findings.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target).slice(0, 3) }))).toEqual([]);
    },
  );
});
