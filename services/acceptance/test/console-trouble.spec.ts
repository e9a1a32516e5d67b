import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import {
  chooseInAccountMenu,
  describeInBrowser,
  signUpIn,
  signUpOwner,
  startBrowser,
  type ConsoleUser,
} from '../src/console-browser';

/** Runs in the page: returns the name of the focused element. */
const FOCUSED = `((element) => element.getAttribute('aria-label') ?? element.labels?.[0]?.firstChild.textContent ?? element.textContent)(document.activeElement)`;

describeInBrowser('the web pages when requests fail or are slow', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let page: Page;
  const people: number[] = [];

  const create = (path: string, data: object): Promise<{ id: number }> => owner.send('POST', path, data);
  const countNotes = async (personId: number | undefined): Promise<number> =>
    (await owner.send<{ notes: unknown[] }>('GET', `/v1/notes?personId=${personId}`)).notes.length;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = () => page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focusIsAt = (name: string): Promise<void> =>
    eventually(async () => expect(await page.evaluate(FOCUSED)).toBe(name), { intervalMs: 50 });

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
    for (const firstName of ['Ada', 'Grace'])
      people.push((await create('/v1/people', { firstName, stage: 'Lead' })).id);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await owner.context.newPage();
  });
  afterEach(() => page.close());

  test('a new secret is shown although the list cannot be reloaded, and Escape does not close it', async () => {
    await page.goto('/console/webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    await page.route('**/v1/webhooks?*', () => undefined);
    await button('Create webhook').click();
    await page.getByLabel('Address').fill('https://localhost:8444/hook');
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('textbox', { name: 'Secret' }).waitFor({ timeout: 5_000 });
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Secret' }).waitFor();
    expect(await button('Close').count()).toBe(0);
    await button('Done').click();
    await dialog().waitFor({ state: 'detached' });
    await focusIsAt('Create webhook');
  });

  test('a dialog stays open until the response, sends once, and shows no old error when reopened', async () => {
    let sent = 0;
    let answer = (): void => undefined;
    await page.route('**/v1/systems', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      await route.fulfill({ status: 409, json: { errorMessage: 'This name is taken.', errorCode: 'CONFLICT' } });
    });
    await page.goto('/console/systems');
    await button('Register system').click();
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Name').press('Enter');
    await page.getByLabel('Name').press('Enter');
    await page.keyboard.press('Escape');
    await page.getByLabel('Name').waitFor();
    expect(sent).toBe(1);
    answer();
    await dialog().getByRole('alert').getByText('This name is taken.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Website');
    await button('Cancel').click();
    await dialog().waitFor({ state: 'detached' });
    await button('Register system').click();
    await page.getByLabel('Name').waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
  });

  test('each deletion asks for confirmation, and keyboard focus moves to the next row', async () => {
    for (const name of ['Calendar', 'Signs'])
      await create('/v1/oauthApps', { name, redirectUris: ['https://app.example.com/back'] });
    await page.route('**/v1/oauthApps/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await page.goto('/console/oauth-apps');
    await button('Delete Signs').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').getByText('cannot be reached').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.unroute('**/v1/oauthApps/*');
    await button('Delete Signs').click();
    await dialog().waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await button('Delete Signs').waitFor({ state: 'detached' });
    // The row that takes the place of the deleted one.
    await focusIsAt('Edit Calendar');
  });

  test('focus returns after a dialog, stays on a busy button, and moves to an invalid field', async () => {
    await page.goto('/console/oauth-apps');
    await button('Edit Calendar').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Redirect addresses').press('Shift+Tab');
    await page.getByLabel('Name').press('Enter');
    await page.getByText("Enter the app's name.").waitFor();
    await focusIsAt('Name');
    await page.getByLabel('Name').fill('Calendar');
    await page.getByLabel('Redirect addresses').fill('http://app.example.com');
    await button('Save changes').click();
    await page.getByText('Enter an address that starts with https://.').waitFor();
    await focusIsAt('Redirect addresses');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await focusIsAt('Edit Calendar');
    await button('Disable Calendar').focus();
    await page.keyboard.press('Enter');
    await button('Enable Calendar').waitFor();
    await focusIsAt('Enable Calendar');
  });

  test('unsent text stays, also text typed during a request, and is not carried over to another person', async () => {
    await page.goto(`/console/people/${people[0]}`);
    await page.route('**/v1/notes', (route) =>
      route.fulfill({ status: 503, json: { errorMessage: 'Not now. Try again.', errorCode: 'UNAVAILABLE' } }),
    );
    await page.getByLabel('Add a note').fill('Wants a garden.');
    await button('Add note').click();
    await page.getByRole('alert').getByText('Not now. Try again.').waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('Wants a garden.');
    await page.unroute('**/v1/notes');
    let go = (): void => undefined;
    await page.route('**/v1/notes', async (route) => {
      await new Promise<void>((resolve) => (go = resolve));
      await route.continue();
    });
    await button('Add note').click();
    await page.getByLabel('Add a note').fill('And a garage.');
    go();
    await page.getByRole('listitem').getByText('Wants a garden.').waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('And a garage.');
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('link', { name: 'Grace' }).click();
    await heading('Grace').waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('');
    await page.getByLabel('Add a note').fill('For Grace alone.');
    await page.evaluate('history.go(-2)');
    await heading('Ada').waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('And a garage.');
  });

  test('a failed read shows an error: a truncated response can be retried, a 404 cannot', async () => {
    await page.route('**/v1/people?*', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"people":[{"id"' }),
    );
    await page.goto('/console/people?stage=Lead');
    await page.getByRole('alert').getByText('response of the server was incomplete').waitFor();
    await page.route('**/v1/stages?*', () => undefined);
    await page.unroute('**/v1/people?*');
    await button('Try again').click();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await button('Remove filter Stage: Lead').waitFor();
    await page.goto('/console/people/999999');
    await page.getByRole('alert').waitFor();
    expect(await button('Try again').count()).toBe(0);
  });

  test('a failed sign-out shows an error', async () => {
    await page.route('**/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await page.goto('/console/people');
    await chooseInAccountMenu(page, 'Sign out');
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
  });

  test('given another user signed in in another tab, then nothing is written and the page reloads for that user', async () => {
    await page.goto(`/console/people/${people[0]}`);
    await page.getByLabel('Add a note').fill('Of the first account.');
    await signUpIn(owner.context, 'Second Lantern');
    // Ids are per account: this id exists in the other account too.
    const theirs = (await create('/v1/people', { firstName: 'Somebody' })).id;
    expect(theirs).toBe(people[0]);
    await button('Add note').click();
    await page.getByRole('alert').getByText('another user signed in in another tab').waitFor();
    expect(await countNotes(theirs)).toBe(0);
    expect(await page.getByLabel('Add a note').inputValue()).toBe('Of the first account.');
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await heading('Somebody').waitFor();
    await page.getByText('Second Lantern').waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('');
  });

  test('an expired session leads to the sign-in page, also from the sign-in settings', async () => {
    await page.goto('/console/sessions');
    await page.getByText('This browser').waitFor();
    await owner.context.clearCookies();
    await chooseInAccountMenu(page, 'Two-step sign-in');
    await heading('Sign in').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/console/two-step');
  });
});
