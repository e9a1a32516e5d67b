import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { computeCode } from '../src/authenticator';
import {
  chooseInAccountMenu,
  CONSOLE_PASSWORD,
  describeInBrowser,
  signUpOwner,
  startBrowser,
} from '../src/console-browser';

/** Runs in the page: whether an element has the focus. */
const HAS_FOCUS = 'document.activeElement !== document.body';

describeInBrowser('recovery codes of two-step sign-in', () => {
  let browser: Browser;
  let page: Page;
  let email: string;
  let codes: string[];
  const button = (name: string) => page.getByRole('button', { name });
  const list = () => page.getByRole('list', { name: 'Recovery codes' });
  const hasFocus = (): Promise<void> => eventually(async () => expect(await page.evaluate(HAS_FOCUS)).toBe(true));
  const turnOn = async (): Promise<string[]> => {
    await button('Turn on two-step sign-in').click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(CONSOLE_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Code to scan with an authenticator app' }).waitFor();
    const secret = (await page.locator('code').innerText()).replace(/ /g, '');
    await page.getByLabel('Code from the app').fill(computeCode(secret));
    await page.keyboard.press('Enter');
    await list().waitFor();
    await hasFocus();
    return list().getByRole('listitem').allTextContents();
  };
  const signIn = async (code: string): Promise<void> => {
    await chooseInAccountMenu(page, 'Sign out');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(CONSOLE_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
  };
  const turnOff = async (code: string): Promise<void> => {
    await button('Turn off two-step sign-in').click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(CONSOLE_PASSWORD);
    await page.getByRole('dialog').getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('Two-step sign-in is off.').waitFor();
    await hasFocus();
  };

  beforeAll(async () => {
    browser = await startBrowser();
    const owner = await signUpOwner(browser, 'Lantern Homes');
    email = owner.email;
    page = await owner.context.newPage();
    await page.goto('/console/two-step');
    codes = await turnOn();
  });
  afterAll(() => browser?.close());

  test('given new codes, then they are saved as a file, and shown only once', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button('Download recovery codes').click()]);
    expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
    await button('I saved the codes').click();
    await page.getByText('10 recovery codes are left').waitFor();
    await hasFocus();
    await page.reload();
    await page.getByText('10 recovery codes are left').waitFor();
    expect(await list().count()).toBe(0);
  });

  test('given a recovery code, then it signs in once', async () => {
    await signIn(codes[0]!);
    await page.getByText('9 recovery codes are left').waitFor();
    await signIn(codes[0]!);
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    await page.getByLabel('Code').fill(codes[1]!);
    await page.keyboard.press('Enter');
    await page.getByText('8 recovery codes are left').waitFor();
  });

  test('given it is turned off and on with a recovery code, then there are new codes and the old ones are refused', async () => {
    await turnOff(codes[2]!);
    const fresh = await turnOn();
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    await button('I saved the codes').click();
    await signIn(codes[3]!);
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    await page.getByLabel('Code').fill(fresh[0]!);
    await page.keyboard.press('Enter');
    await page.getByText('9 recovery codes are left').waitFor();
  });
});
