import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import AccountPage from './account-page';
import AuditLogPage from './audit-log-page';
import EmailsPage from './emails-page';
import ExportsPage from './exports-page';
import SettingsPage from './settings-page';
import SuppressionsPage from './suppressions-page';

const readText = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });

/** The files that the page saves, by name. */
const catchDownloads = (): Map<string, Promise<string>> => {
  const files = new Map<string, Promise<string>>();
  let text: Promise<string>;
  URL.createObjectURL = (blob) => {
    text = readText(blob as Blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.set(this.download, text);
  });
  return files;
};

afterEach(() => jest.restoreAllMocks());

describe('the settings', () => {
  test('given an agent, then only the pages that agents may open are listed', () => {
    show(<SettingsPage />, { role: 'Agent' });
    screen.getByRole('link', { name: 'Stages' });
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  });

  test('given a broker, then the rules of lead flow are listed', () => {
    show(<SettingsPage />, { role: 'Broker' });
    screen.getByRole('link', { name: 'Lead flow' });
  });
});

describe('the suppressed addresses', () => {
  const ENTRY = { id: 3, address: 'wanda@example.com', reason: 'bounced', source: 'emEvent', created: null };
  const open = (at = '/') => ({
    sent: fakeApi({
      'GET /v1/suppressions': createList('suppressions', [ENTRY]),
      'POST /v1/suppressions': { id: 4 },
      'DELETE /v1/suppressions/3': {},
    }),
    ...show(<SuppressionsPage />, { at }),
  });

  test('given filters in the address, then the API is asked with them', async () => {
    const { sent } = open('/?reason=bounced&address=wanda%40example.com');
    await screen.findByRole('row', { name: /wanda@example.com Mailbox refuses email Mail service/ });
    expect(sent.at(-1)?.path).toContain('address=wanda%40example.com&reason=bounced');
  });

  test('given an address, then it is suppressed for the chosen reason', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Suppress address' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Address/), ' ada@example.com ');
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Reported spam');
    await user.click(dialog.getByRole('button', { name: 'Suppress address' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        address: 'ada@example.com',
        reason: 'complained',
      }),
    );
  });

  test('given an entry, then it is removed after a question', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove wanda@example.com' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });
});

describe('the audit log', () => {
  const RECORD = {
    id: 5,
    created: '2026-11-20T10:00:00Z',
    userId: 8,
    system: 'Site',
    verb: 'updated',
    resource: 'people',
    resourceId: 7,
    changed: ['name', 'stage'],
  };
  const open = (at = '/') => ({
    sent: fakeApi({
      'GET /v1/users': createList('users', [{ id: 8, name: 'Leo Marsh', status: 'Active' }]),
      'GET /v1/auditLog': createList('auditLog', [RECORD]),
    }),
    ...show(<AuditLogPage />, { at }),
  });

  test('given an entry, then it says who did what to which record', async () => {
    open();
    await screen.findByRole('row', { name: /Leo Marsh Person 7 updated name, stage Site/ });
  });

  test('given a chosen kind of record, then it is in the address and the API is asked for it', async () => {
    const { user, sent, address } = open();
    await user.selectOptions(await screen.findByLabelText('Record'), 'Person');
    expect(address()).toBe('/?resource=people');
    await waitFor(() => expect(sent.at(-1)?.path).toContain('resource=people'));
  });

  test('given a filter, then the exported file has the matching entries', async () => {
    const files = catchDownloads();
    const { user, sent } = open('/?user=8');
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await screen.findByText('Exported 1 row to audit-log.csv.');
    expect(await files.get('audit-log.csv')).toContain('2026-11-20T10:00:00Z,Leo Marsh,Site,updated,people,7,');
    expect(sent.at(-1)?.path).toContain('userId=8');
  });
});

describe('the exports', () => {
  test('given a value that a spreadsheet would compute, then the file has it as a text', async () => {
    const files = catchDownloads();
    fakeApi({
      'GET /v1/users': createList('users', [{ id: 8, name: '=SUM(1)', email: 'a@example.com', role: 'Agent' }]),
    });
    const { user } = show(<ExportsPage />);
    await user.click(screen.getByRole('button', { name: 'Export CSV of Users' }));
    await screen.findByText('Exported 1 row to users.csv.');
    expect(await files.get('users.csv')).toBe("Id,Name,Email,Role,Status\r\n8,'=SUM(1),a@example.com,Agent,");
  });
});

describe('the account', () => {
  const ACCOUNT = {
    id: 1,
    name: 'Harbor Lane',
    country: 'US',
    domain: 'harbor',
    owner: { name: 'Olive', email: 'o@x.y' },
  };
  const open = (role: 'Owner' | 'Agent', stored: object = ACCOUNT) => ({
    sent: fakeApi({ 'GET /v1/account': () => tagged(stored), 'PUT /v1/account': ACCOUNT }),
    ...show(<AccountPage />, { role }),
  });

  test('given the owner, then only the changed field is sent', async () => {
    const { user, sent } = open('Owner');
    const country = await screen.findByLabelText('Country');
    await user.clear(country);
    await user.type(country, 'de');
    await user.click(screen.getByRole('button', { name: 'Save account' }));
    await screen.findByText('Account saved.');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ country: 'DE' });
  });

  test('given a saved change, when it is taken back, then that is sent without a conflict', async () => {
    let country = 'US';
    const sent = fakeApi({
      'GET /v1/account': () => tagged({ ...ACCOUNT, country }),
      'PUT /v1/account': ({ body }) => {
        ({ country } = body as { country: string });
        return { ...ACCOUNT, country };
      },
    });
    const { user } = show(<AccountPage />);
    for (const next of ['DE', 'US']) {
      const field = await screen.findByLabelText('Country');
      await user.clear(field);
      await user.type(field, next);
      await user.click(screen.getByRole('button', { name: 'Save account' }));
      await waitFor(() => expect(country).toBe(next));
    }
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { country: 'DE' },
      { country: 'US' },
    ]);
  });

  test('given a colleague who saves at the same moment, then the 412 is said, and the typed name stays', async () => {
    const sent = fakeApi({
      'GET /v1/account': () => tagged(ACCOUNT),
      'PUT /v1/account': refuse(412, 'PRECONDITION_FAILED', 'The record has changed since it was read.'),
    });
    const { user } = show(<AccountPage />);
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.clear(name);
    await user.type(name, 'Lake Homes');
    await user.click(screen.getByRole('button', { name: 'Save account' }));
    await screen.findByText(/has changed since it was read/);
    expect(sent.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"4"');
    expect(name.value).toBe('Lake Homes');
  });

  test('given an agent, then nothing can be changed', async () => {
    open('Agent');
    expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save account' })).toBeNull();
  });

  test('given an account without a postal address, then the page of emails asks for it (D13.4)', async () => {
    fakeApi({
      'GET /v1/account': { ...ACCOUNT, mailFooter: '' },
      'GET /v1/senderDomain': { status: 'None', address: null, required: false },
    });
    show(<EmailsPage />);
    await screen.findByText('Emails have no postal address');
  });

  test('given another postal address, then only that is sent', async () => {
    const sent = fakeApi({
      'GET /v1/account': () => tagged({ ...ACCOUNT, mailFooter: '1 Old Street' }),
      'PUT /v1/account': ACCOUNT,
      'GET /v1/senderDomain': { status: 'None', address: null, required: false },
    });
    const { user } = show(<EmailsPage />);
    const address = await screen.findByLabelText('Postal address in emails to contacts');
    await user.clear(address);
    await user.type(address, '12 Harbor Lane');
    await user.click(screen.getByRole('button', { name: 'Save postal address' }));
    await screen.findByText('Postal address saved.');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ mailFooter: '12 Harbor Lane' });
  });

  test('given a sender that another user changed, then both are shown before it is replaced', async () => {
    let reads = 0;
    const sent = fakeApi({
      'GET /v1/account': ACCOUNT,
      'GET /v1/senderDomain': () => {
        reads += 1;
        const address = reads === 1 ? 'old@harbor.example' : 'theirs@harbor.example';
        return tagged({ status: 'Verified', address, required: false });
      },
      'PUT /v1/senderDomain': { status: 'Pending', address: 'mine@harbor.example', required: false },
    });
    const { user } = show(<EmailsPage />);
    const address = await screen.findByLabelText('Sender of emails to contacts');
    await user.clear(address);
    await user.type(address, 'mine@harbor.example');
    await user.click(screen.getByRole('button', { name: 'Save sender' }));
    await screen.findByText('theirs@harbor.example');
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Save sender' }));
    await screen.findByText('Sender saved.');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ address: 'mine@harbor.example' });
  });

  test('given a sender, then it is removed after a question', async () => {
    const sent = fakeApi({
      'GET /v1/account': ACCOUNT,
      'GET /v1/senderDomain': { status: 'Verified', address: 'team@harbor.example', required: false },
      'DELETE /v1/senderDomain': {},
    });
    const { user } = show(<EmailsPage />);
    await user.click(await screen.findByRole('button', { name: 'Remove sender team@harbor.example' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove sender' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });
});
