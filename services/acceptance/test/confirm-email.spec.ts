import type { Browser, Page } from 'playwright-core';
import {
  describeInBrowser,
  findViolations,
  isSerious,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

/** The stack has no SMTP, where no user needs to confirm: the responses about confirmations are replaced. */
describeInBrowser('N2 the confirmation of an email in the console', () => {
  let browser: Browser;
  let owner: ConsoleUser & { email: string };
  let page: Page;
  const button = (name: string) => page.getByRole('button', { name });
  const showUnconfirmed = () =>
    page.route('**/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { user: object };
      await route.fulfill({ response, json: { ...session, user: { ...session.user, emailConfirmed: false } } });
    });
  const answer = (path: string, status: number, json?: object) =>
    page.route(`**${path}`, (route) => route.fulfill({ status, ...(json && { json }) }));
  const seriousFindings = async () => (await findViolations(page)).filter(isSerious);

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
  });
  afterAll(() => browser?.close());
  beforeEach(async () => void (page = await owner.context.newPage()));
  afterEach(() => page.close());

  test('given a stack without SMTP, then the console asks for no confirmation', async () => {
    await page.goto('/console/profile');
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    expect(await page.getByText('Confirm your email').count()).toBe(0);
  });

  test('given an unconfirmed email, then the console asks for it and sends the link again', async () => {
    await showUnconfirmed();
    await answer('/session/emailConfirmation', 204);
    await page.goto('/console/profile');
    await page.getByText(`Open the link in our email to ${owner.email}`).waitFor();
    expect(await seriousFindings()).toEqual([]);
    await button('Send link').click();
    await page.getByText(`We sent a link to ${owner.email}.`).waitFor();
  });

  test('given the limit of mails, then the console says what to do', async () => {
    await showUnconfirmed();
    await answer('/session/emailConfirmation', 429, { errorMessage: 'Too many requests.', errorCode: 'RATE_LIMITED' });
    await page.goto('/console/profile');
    await button('Send link').click();
    await page.getByText('You requested enough links for today.').waitFor();
  });

  test('given a mailed link, then only its button confirms the email', async () => {
    const posts: (string | null)[] = [];
    await page.route('**/session/confirmEmail', (route) => {
      posts.push(route.request().postData());
      return route.fulfill({ status: 200, json: { email: owner.email } });
    });
    await page.goto('/console/confirm-email?token=mailed');
    await button('Confirm email').waitFor();
    expect(posts).toEqual([]);
    expect(await seriousFindings()).toEqual([]);
    await button('Confirm email').click();
    await page.getByText(`${owner.email} is confirmed.`).waitFor();
    expect(posts).toEqual([JSON.stringify({ token: 'mailed' })]);
  });

  test('given a used link, then the page says what to do', async () => {
    await page.goto('/console/confirm-email?token=x');
    await button('Confirm email').click();
    await page.getByText('This link was used already or has expired.').waitFor();
  });
});
