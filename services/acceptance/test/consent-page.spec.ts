import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { as, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import {
  CONSOLE_PASSWORD,
  describeInBrowser,
  findViolations,
  isSerious,
  openContext,
  signUpOwner,
  startBrowser,
} from '../src/console-browser';

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const;
const { baseUrl, receiverTls } = readConnection();

const serious = async (page: Page): Promise<string[]> =>
  (await findViolations(page)).filter(isSerious).map(({ id }) => id);

describeInBrowser('the pages of an OAuth client', () => {
  let browser: Browser;
  /** The site of the OAuth client. */
  let site: Server;
  let callback: string;
  let app: { clientId: string };
  let email: string;

  beforeAll(async () => {
    site = createServer(
      { cert: readFileSync(receiverTls.certFile), key: readFileSync(receiverTls.keyFile) },
      (_req, res) => res.end('<!doctype html><title>Back</title>'),
    );
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    callback = `https://localhost:${(site.address() as AddressInfo).port}/callback`;
    browser = await startBrowser();
    app = (
      await as('owner').post('/v1/oauthApps', { name: `Dialer <i>& co</i> ${unique()}`, redirectUris: [callback] })
    ).body;
    const owner = await signUpOwner(browser, 'Sunny Homes');
    email = owner.email;
    await owner.context.close();
  });
  afterAll(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
  });

  const address = (): string =>
    `${baseUrl}/oauth/authorize?${new URLSearchParams({ response_type: 'auth_code', client_id: app.clientId, redirect_uri: callback, state: 'a b+c' }).toString()}`;

  it.each(Object.entries(SIZES))(
    'given a %s, then sign-in, consent and callback work by keyboard and have no serious accessibility finding',
    async (size, viewport) => {
      const context = await openContext(browser, { viewport });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));

      await page.goto(address());
      expect(await page.title()).toContain('Sign in');
      expect(await serious(page)).toEqual([]);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Email').press('Tab');
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      // The browser itself logs a 401.
      complaints.length = 0;
      await page.getByLabel('Password').fill(CONSOLE_PASSWORD);
      await page.keyboard.press('Enter');

      await page.getByRole('button', { name: 'Allow' }).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('Dialer <i>& co</i>');
      expect(text).toContain('Olive Owner');
      expect(text).toContain('Sunny Homes');
      expect(await serious(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      await page.getByRole('button', { name: 'Allow' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.startsWith(callback));
      const landed = new URL(page.url()).searchParams;
      expect([landed.get('response'), landed.get('state'), landed.get('code')]).toEqual([
        'approved',
        'a b+c',
        expect.stringMatching(/^[\w-]{59}$/),
      ]);

      await page.goto(`${baseUrl}/oauth/authorize?client_id=nobody`);
      expect(await page.getByRole('alert').innerText()).toContain('not registered');
      expect(await serious(page)).toEqual([]);
      expect(complaints.filter((line) => !/status of 400|favicon/.test(line))).toEqual([]);
      await context.close();
    },
  );
});
