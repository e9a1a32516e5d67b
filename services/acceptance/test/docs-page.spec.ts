import type { Browser, Page } from 'playwright-core';
import { account, as, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import { describeInBrowser, findViolations, isSerious, openContext, startBrowser } from '../src/console-browser';

const { baseUrl } = readConnection();

jest.setTimeout(180_000);

describeInBrowser('the API reference in a browser', () => {
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
    const answer = await page.goto('/docs');
    expect(answer!.status()).toBe(200);
    expect(answer!.headers()['content-security-policy']).toMatch(/script-src 'self';/);
    expect(answer!.headers()['content-security-policy']!.replace("style-src-attr 'unsafe-inline'", '')).not.toContain(
      'unsafe',
    );
    await page.getByText('Send a lead.', { exact: false }).first().waitFor();
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
    expect(foreign.splice(0)).toEqual([]);
  });

  it('U3 says that the reference is loading until it is shown, and has one main part (U25)', async () => {
    const other = await page.context().newPage();
    await other.route('**/rapidoc-*.js', () => undefined);
    await other.goto('/docs');
    await other.getByRole('status').getByText('Loading the reference.').waitFor();
    await other.getByLabel('Lead', { exact: true }).fill('{}');
    await other.close();
    expect(await page.getByText('Loading the reference.').count()).toBe(0);
    expect(await page.getByRole('main').count()).toBe(1);
  });

  it('sends the lead of its example', async () => {
    const source = `docs-${unique()}.example`;
    await page.getByLabel('API key').fill(account(1).users.owner.apiKey);
    const box = page.getByLabel('Lead', { exact: true });
    const lead = JSON.parse(await box.inputValue()) as { source: string; person: { emails: object[] } };
    await box.fill(
      JSON.stringify(
        { ...lead, source, person: { ...lead.person, phones: [], emails: [{ value: `${unique()}@example.com` }] } },
        null,
        2,
      ),
    );
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^201: Ada Byron is person \d+\.$/).waitFor();
    const { body } = await as('owner').get(`/v1/people?source=${source}`);
    expect(body).toMatchObject({ _metadata: { total: 1 }, people: [{ name: 'Ada Byron', source }] });
    expect(await page.locator('#curl').textContent()).toContain(
      `curl --cacert .local/tls/ca.crt ${baseUrl}/v1/events -u "$API_KEY:"`,
    );
  });

  it('shows an operation with its example', async () => {
    await page.goto('/docs#post-/people');
    await page.getByText('Create a person.').last().scrollIntoViewIfNeeded();
    await page.getByText('Babbage').first().waitFor({ state: 'attached' });
  });

  it('shows the type of every parameter', async () => {
    await page.goto('/docs#get-/people');
    await page.getByText('includeTrash', { exact: true }).last().waitFor({ state: 'attached' });
    await page.getByText('boolean┃integer').first().waitFor({ state: 'attached' });
    expect(await page.getByText('missing-type-info').count()).toBe(0);
  });

  it.each(['/docs', '/docs#post-/people', '/docs#get-/people'])(
    'given %s, then all text has sufficient contrast',
    async (address) => {
      await page.goto(address);
      await page.locator('rapi-doc').getByText('Porchlight').first().waitFor({ state: 'attached' });
      const findings = await findViolations(page, { runOnly: ['color-contrast'] });
      expect(findings.flatMap(({ nodes }) => nodes.map(({ target }) => target))).toEqual([]);
    },
  );

  it('uses the entered API key for all requests of the reference', async () => {
    await page.goto('/docs#get-/me');
    await page.getByLabel('API key').fill(account(1).users.owner.apiKey);
    await page.getByLabel('API key').blur();
    const answer = page.waitForResponse((response) => response.url().endsWith('/v1/me'));
    await page.getByRole('button', { name: 'Try' }).first().click();
    expect((await answer).status()).toBe(200);
  });

  it('has no serious accessibility finding of its own', async () => {
    // A target inside the renderer's shadow root is a path of several selectors; findings in the renderer's own widgets
    // are ignored.
    const own = (await findViolations(page)).filter(isSerious).map(({ id, nodes }) => ({
      id,
      at: nodes
        .map(({ target }) => target)
        .filter((target) => !Array.isArray(target[0]) && !String(target[0]).startsWith('rapi-doc')),
    }));
    expect(own.filter(({ at }) => at.length > 0)).toEqual([]);
  });
});
