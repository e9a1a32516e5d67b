import { screen, waitFor } from '@testing-library/react';
import { fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { ChangeButton } from './change-button';
import { ConfirmButton } from './confirm-button';
import { DataTable, fromRows } from './data-table';

const ROWS = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
];
const COLUMNS = [{ title: 'Name', show: ({ name }: { name: string }) => name }];

describe('a table', () => {
  test('given rows, then the table has its caption and each row its cells', () => {
    show(<DataTable caption="People" list={fromRows(ROWS)} columns={COLUMNS} empty="None." />);
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['Name', 'Ada', 'Grace']);
    screen.getByRole('table', { name: 'People' });
  });

  test('given a column that needs no title, then a phone shows its value only', () => {
    const columns = [...COLUMNS, { title: 'Id', plain: true, show: ({ id }: { id: number }) => id }];
    show(<DataTable caption="People" list={fromRows(ROWS)} columns={columns} empty="None." />);
    expect(screen.getByRole('cell', { name: '2' }).hasAttribute('data-plain')).toBe(true);
    expect(screen.getByRole('cell', { name: 'Ada' }).hasAttribute('data-plain')).toBe(false);
  });

  test('given a list of thousands, then its count has separators', () => {
    const list = { ...fromRows([{ id: 1, name: 'Ada' }]), total: 12_345 };
    show(<DataTable caption="People" list={list} columns={[{ title: 'Name', show: ({ name }) => name }]} empty="" />);
    screen.getByText('1 of 12,345');
  });

  test('given no rows, then it says what is missing, without a table', () => {
    show(<DataTable caption="People" list={fromRows([])} columns={COLUMNS} empty="None." />);
    screen.getByText('None.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('given an error after rows were loaded, then both are shown', () => {
    const list = { ...fromRows(ROWS), error: new Error('x') };
    show(<DataTable caption="People" list={list} columns={COLUMNS} empty="None." />);
    screen.getByRole('alert');
    screen.getByRole('cell', { name: 'Ada' });
  });
});

describe('a button that changes something', () => {
  const PROPS = { label: 'Delete', name: 'Delete Ada', subjects: ['people'] };
  const QUESTION = { ...PROPS, title: 'Delete Ada?' };

  test('given a change that needs a confirmation, when it is cancelled, then nothing happens', async () => {
    fakeApi({});
    const acts: string[] = [];
    const act = () => Promise.resolve(acts.push('deleted'));
    const { user } = show(<ConfirmButton {...QUESTION} description="This cannot be undone." act={act} />);
    await user.click(screen.getByRole('button', { name: 'Delete Ada' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(acts).toEqual([]);
  });

  test('given a dialog that was closed, then the button that opened it has the focus', async () => {
    const { user } = show(<ConfirmButton {...QUESTION} description="Sure." act={() => Promise.resolve()} />);
    await user.click(screen.getByRole('button', { name: 'Delete Ada' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Ada' })));
  });

  test('given a failure and a second try, then the old error is gone', async () => {
    let tries = 0;
    const act = () => (tries++ === 0 ? Promise.reject(new Error('x')) : Promise.resolve());
    const { user } = show(<ChangeButton {...PROPS} act={act} done={() => 'Deleted.'} />);
    await user.click(screen.getByRole('button', { name: 'Delete Ada' }));
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Delete Ada' }));
    await screen.findByText('Deleted.');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
