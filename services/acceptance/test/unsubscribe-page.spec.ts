import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@porchlight/testkit';
import type { Browser as Chromium } from 'playwright-core';
import { createBrowser } from '../src/browser';
import { as, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import { describeInBrowser, findViolations, isSerious, openContext, startBrowser } from '../src/console-browser';

const owner = as('owner');

/** The mail to an address without soft line breaks. */
const readMailTo = (address: string): string => {
  const folder = readConnection().mailFolder;
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  const mail = texts.find((text) => text.includes(`To: `) && text.includes(address));
  expect(mail).toBeDefined();
  return mail!.replace(/=\r?\n/g, '').replace(/\r?\n[ \t]+/g, ' ');
};

/** Sends a plan mail to a new person. Returns the address and the path of the link in its header. */
const mailSomebody = async () => {
  const email = `${unique()}@example.com`;
  const template = await owner.post('/v1/templates', { name: unique(), subject: 'Hello', body: '<p>Hello</p>' });
  const plan = await owner.post('/v1/actionPlans', {
    name: unique(),
    steps: [{ delay: { value: 0, unit: 'minutes' }, type: 'sendEmail', templateId: template.body.id }],
  });
  const { body } = await owner.post('/v1/people', { firstName: 'Ann', emails: [email] });
  const personId = body.id as number;
  await eventually(async () =>
    expect((await owner.post('/v1/actionPlansPeople', { personId, actionPlanId: plan.body.id })).status).toBe(201),
  );
  const mail = await eventually(() => readMailTo(email));
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const [, url = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(mail) ?? [];
  return { email, personId, path: new URL(url).pathname };
};

const suppressionsOf = async (email: string): Promise<unknown> =>
  (await owner.get(`/v1/suppressions?address=${encodeURIComponent(email)}`)).body.suppressions;
const SUPPRESSED = [expect.objectContaining({ reason: 'unsubscribed', source: 'link' })];

describe('D13.4 (5) the page of an unsubscribe link', () => {
  it('given the link of a mail, when it is opened without a session, then it has one button and changes nothing', async () => {
    const { email, path } = await mailSomebody();
    const { status, text } = await createBrowser().send('GET', path);
    expect(status).toBe(200);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).toContain(email);
    expect(await suppressionsOf(email)).toEqual([]);
  });

  it('given the page, when its form is sent without a session, then the address is suppressed and shows its status', async () => {
    const { email, personId, path } = await mailSomebody();
    const browser = createBrowser();
    await browser.send('GET', path);
    expect(await browser.form(path, {})).toMatchObject({ status: 200, text: expect.stringContaining('unsubscribed') });
    expect(await suppressionsOf(email)).toEqual(SUPPRESSED);
    await eventually(async () =>
      expect((await owner.get(`/v1/people/${personId}`)).body.emails).toMatchObject([{ status: 'Unsubscribed' }]),
    );
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'given a mail program, when it sends the one-click POST of RFC 8058 as %s, then the address is suppressed',
    async (type) => {
      const { email, path } = await mailSomebody();
      const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
      const body = type.startsWith('multipart') ? parts : 'List-Unsubscribe=One-Click';
      const reply = await createBrowser().send('POST', path, { headers: { 'content-type': type }, body });
      expect(reply.status).toBe(200);
      expect(await suppressionsOf(email)).toEqual(SUPPRESSED);
      // A repeat is answered alike.
      expect((await createBrowser().form(path, {})).status).toBe(200);
    },
  );

  it.each([
    ['sample', 200, 'This is a sample link'],
    ['AAAA', 404, 'This link does not work'],
  ])(
    'given the token %s, when it is posted, then the page says that no address is opted out',
    async (token, status, title) => {
      expect(await createBrowser().form(`/unsubscribe/${token}`, {})).toMatchObject({
        status,
        text: expect.stringContaining(title),
      });
    },
  );
});

describeInBrowser('D13.4 (5) the page of an unsubscribe link in a browser', () => {
  let chromium: Chromium;
  beforeAll(async () => void (chromium = await startBrowser()));
  afterAll(() => chromium?.close());

  it('given a phone, when the reader presses the only button by keyboard, then the address is suppressed', async () => {
    const { email, path } = await mailSomebody();
    const page = await (await openContext(chromium, { viewport: { width: 360, height: 740 } })).newPage();
    await page.goto(path);
    expect(await page.getByRole('button').count()).toBe(1);
    expect((await findViolations(page)).filter(isSerious)).toEqual([]);
    expect(await suppressionsOf(email)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('You are unsubscribed').first().waitFor();
    expect((await findViolations(page)).filter(isSerious)).toEqual([]);
    expect(await suppressionsOf(email)).toEqual(SUPPRESSED);
  });
});
