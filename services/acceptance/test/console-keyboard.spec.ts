import type { Browser, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { describeInBrowser, signUpOwner, startBrowser, type ConsoleUser } from '../src/console-browser';

/** Runs in the page: the name of the focused element; empty at the body. */
const FOCUSED = `((element) => element === document.body ? '' :
  (element.getAttribute('aria-label') ?? element.labels?.[0]?.firstChild.textContent ?? element.textContent))(document.activeElement)`;
/** Key presses within which an element of a page is reached. */
const MAX_TABS = 60;

describeInBrowser('tasks by keyboard alone', () => {
  let browser: Browser;
  let owner: ConsoleUser;
  let page: Page;
  const focused = (): Promise<string> => page.evaluate(FOCUSED);
  const focusIsAt = (name: string): Promise<void> =>
    eventually(async () => expect(await focused()).toBe(name), { intervalMs: 50 });
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const tabTo = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < MAX_TABS && (await focused()) !== name; tabs += 1) await press('Tab');
    expect(await focused()).toBe(name);
  };
  const isGone = (text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
  const chooseByKey = async (entry: string): Promise<void> => {
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await eventually(async () => {
      if ((await focused()) !== entry) await press('ArrowDown');
      expect(await focused()).toBe(entry);
    });
    await press('Enter');
  };

  beforeAll(async () => {
    browser = await startBrowser();
    owner = await signUpOwner(browser, 'Lantern Homes');
    const { id: assignedUserId } = await owner.send<{ id: number }>('GET', '/v1/me');
    const { id: personId } = await owner.send<{ id: number }>('POST', '/v1/people', { firstName: 'Ada' });
    for (const name of ['First', 'Second', 'Third', 'Fourth'])
      await owner.send('POST', '/v1/tasks', { personId, name, dueDate: '2020-01-01', assignedUserId });
    page = await owner.context.newPage();
  });
  afterAll(() => browser?.close());

  test.each(['tasks', 'today'])(
    'given /%s, when a task is completed or moved, then the focus is at the next one',
    async (path) => {
      await page.goto(`/console/${path}`);
      const [one, other, last] = path === 'tasks' ? ['First', 'Second', 'Third'] : ['Third', 'Fourth', undefined];
      await page.getByRole('checkbox', { name: `Complete ${one}` }).waitFor();
      await tabTo(`Complete ${one}`);
      await press('Space');
      await isGone(one!);
      await focusIsAt(`Complete ${other}`);
      if (path === 'today') return;
      await tabTo(`More for ${other}`);
      await chooseByKey('Edit task');
      await focusIsAt('Task');
      await press('Escape');
      await focusIsAt(`More for ${other}`);
      await chooseByKey('Edit task');
      await focusIsAt('Task');
      await press('End');
      await page.keyboard.type(' call');
      await press('Enter');
      await page.getByText('Second call', { exact: true }).waitFor();
      await focusIsAt('More for Second call');
      await chooseByKey('Delete task');
      await isGone('Second call');
      await focusIsAt(`Complete ${last}`);
      await tabTo(`Snooze ${last}`);
      await press('Enter');
      await page.getByRole('menu').waitFor();
      await press('Escape');
      await focusIsAt(`Snooze ${last}`);
      await chooseByKey('Tomorrow');
      await page.getByText(`Moved “${last}”.`).waitFor();
      expect(await focused()).not.toBe('');
      await tabTo('Undo');
      await press('Enter');
      await page.getByText('Undone.').waitFor();
      expect(await focused()).not.toBe('');
    },
  );

  test('given a completed task, when it is reopened, then the focus stays in the list', async () => {
    await page.goto('/console/tasks?due=completed');
    await page.getByRole('checkbox', { name: 'Complete First' }).waitFor();
    await tabTo('Complete First');
    await press('Space');
    await isGone('First');
    expect(await focused()).not.toBe('');
  });

  test('given a new task, then the focus returns to its button', async () => {
    await page.goto('/console/tasks');
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await tabTo('Create task');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Person');
    await page.keyboard.type('Ada');
    await page.getByRole('option', { name: 'Ada' }).waitFor();
    await press('ArrowDown');
    await press('Enter');
    await tabTo('Task');
    await page.keyboard.type('Fifth');
    await press('Enter');
    await page.getByText('Fifth', { exact: true }).waitFor();
    await focusIsAt('Create task');
  });
});
