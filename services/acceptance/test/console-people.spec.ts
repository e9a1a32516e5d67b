import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { unique } from '../src/client';
import { describeInBrowser, findViolations, signUpOwner, startBrowser, type ConsoleUser } from '../src/console-browser';

describeInBrowser('people and their activity in the console', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let page: Page;
  const create = async (path: string, data: object) => (await owner.send<{ id: number }>('POST', path, data)).id;
  const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog');
  const submit = async (name: string): Promise<void> => {
    await button(name, dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(`/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const chooseFor = async (entry: string, item: string): Promise<void> => {
    await button(`More for ${entry}`).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog().waitFor();
  };

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Corrected Homes');
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await owner.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  afterEach(() => page.close());

  test('given the email of a known person, while it is typed, then the form links to the person', async () => {
    const email = `${unique()}@example.com`;
    await create('/v1/people', { firstName: 'Ada', lastName: 'Known', emails: [{ value: email }] });
    await open('people');
    await button('Create person').click();
    await dialog().getByLabel('Email').fill(email);
    await dialog().getByText('A person with this email exists.').waitFor();
    await dialog().getByRole('link', { name: 'Show the person' }).click();
    await page.getByRole('row', { name: /Ada Known/ }).waitFor();
    expect(await dialog().count()).toBe(0);
  });

  test('given two people of one lead, then one card shows the other, and both are merged', async () => {
    const [email, phone] = [`${unique()}@example.com`, '(312) 555-0188'];
    const survivor = await create('/v1/people', { firstName: 'Dora', lastName: 'Engel', emails: [{ value: email }] });
    const other = await create('/v1/people', { firstName: 'D.', lastName: 'Engel', phones: [{ value: phone }] });
    const person = { firstName: 'Dora', lastName: 'Engel', emails: [{ value: email }], phones: [{ value: phone }] };
    await owner.send('POST', '/v1/events', { source: 'Portal', type: 'General Inquiry', person });
    await open(`people/${survivor}`);
    const card = page.getByRole('region', { name: 'Possible duplicates' });
    await card.getByRole('link', { name: 'D. Engel' }).waitFor();
    expect(await findViolations(page, { resultTypes: ['violations'] })).toEqual([]);
    await button('Merge D. Engel', card).click();
    await submit('Merge people');
    await card.waitFor({ state: 'detached' });
    await expect(owner.send('GET', `/v1/people/${other}`)).rejects.toThrow('404');
  });

  test('given a call, a text, an email and a reply, then each is corrected on the timeline', async () => {
    const personId = await create('/v1/people', { firstName: 'Elena', lastName: 'Soren' });
    const call = await create('/v1/calls', { personId, phone: '3125551204', isIncoming: true, note: 'Lft a mesage' });
    const numbers = { toNumber: '3125551204', fromNumber: '3125550000' };
    const text = await create('/v1/textMessages', { personId, message: 'See yu', ...numbers });
    const mail = await create('/v1/emails', { personId, subject: 'Visit', body: 'At 5' });
    const reply = await create('/v1/threadedReplies', { refType: 'Call', refId: call, body: 'Wil do' });
    await open(`people/${personId}`);
    await chooseFor('Call received', 'Edit call');
    await dialog().getByLabel('Notes of the call').fill('Left a message');
    await dialog().getByLabel('Outcome').selectOption('Left Message');
    await submit('Save call');
    await page.getByText('Left Message · Left a message').waitFor();
    await chooseFor('Text sent', 'Edit text message');
    await dialog().getByLabel('Text message').fill('See you');
    await submit('Save text message');
    await chooseFor('Email sent: Visit', 'Edit email');
    await dialog().getByLabel('Email').fill('At 6');
    await submit('Save email');
    await button(/^Edit reply of /).click();
    await dialog().getByLabel('Reply').fill('Will do');
    await submit('Save reply');
    await page.getByText('Will do').waitFor();
    expect(await owner.send('GET', `/v1/calls/${call}`)).toMatchObject({ note: 'Left a message', isIncoming: true });
    expect(await owner.send('GET', `/v1/textMessages/${text}`)).toMatchObject({ message: 'See you' });
    expect(await owner.send('GET', `/v1/emails/${mail}`)).toMatchObject({ body: 'At 6' });
    expect(await owner.send('GET', `/v1/threadedReplies/${reply}`)).toMatchObject({ body: 'Will do' });
  });

  test('given a saved list, then it is renamed, and other filters replace its own', async () => {
    const list = await create('/v1/smartLists', { name: 'Hot', filters: { stage: ['Lead'] }, sort: '-created' });
    await open(`people?smartListId=${list}`);
    await button('Hot').click();
    await page.getByRole('menuitem', { name: 'Rename “Hot”' }).click();
    await dialog().getByLabel('Name').fill('Hot ones');
    await submit('Rename list');
    await button('Hot ones').click();
    await page.getByRole('menuitem', { name: 'Change the filters of “Hot ones”' }).click();
    await button('Remove filter Stage: Lead').click();
    await page.getByLabel('Search', { exact: true }).fill('Elena');
    await eventually(() => expect(page.url()).toContain('q=Elena'));
    await button('All people').click();
    await page.getByRole('menuitem', { name: 'Save these filters as a list' }).click();
    await dialog().getByLabel('List').selectOption({ label: 'Hot ones' });
    await submit('Save list');
    await button('Hot ones').waitFor();
    expect(await owner.send('GET', `/v1/smartLists/${list}?fields=name,filters,sort`)).toMatchObject({
      name: 'Hot ones',
      filters: { q: 'Elena' },
      sort: '-created',
    });
  });

  test('the limits of the account are on the page of usage', async () => {
    await open('usage');
    await page.getByRole('row', { name: /^Sending leads POST\.events [\d,]+ in 10 s/ }).waitFor();
  });

  test('given an app at an address that does not answer, then its installation is refused with the reason', async () => {
    const name = `Chatter ${unique()}`;
    await create('/v1/publishedInboxApps', { name, redirectUrl: 'https://chatter.example/install', canReply: true });
    await open('published-apps');
    await button(`Install ${name}`).click();
    await dialog().getByLabel('Subscription address').fill('https://localhost:9/none');
    await button('Install app', dialog()).click();
    await dialog()
      .getByText(/did not answer the test POST/)
      .waitFor();
    expect(await dialog().getByLabel('Subscription address').inputValue()).toBe('https://localhost:9/none');
  });
});
