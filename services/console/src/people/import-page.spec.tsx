import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import ImportPage from './import-page';

const CHANGED = {
  row: 1,
  line: 2,
  action: 'change',
  person: { id: 139, name: 'Elena Soren' },
  add: [{ field: 'tags', value: 'Seller' }],
  change: [{ field: 'price', before: '320000', after: '1' }],
  reason: null,
};
const SKIPPED = { ...CHANGED, row: 2, line: 3, action: 'skip', add: [], change: [], reason: 'Nothing to add.' };
const PREVIEW = {
  columns: [
    { header: 'Mail', field: null, samples: ['elena@example.com'] },
    { header: 'Budget', field: 'price', samples: ['1'] },
  ],
  fields: ['email', 'phone', 'price'],
  summary: { create: 0, add: 0, change: 1, skip: 1 },
  plan: [CHANGED, SKIPPED],
  problems: [{ row: 2, line: 3, column: 'Phone', message: "'12' is no phone.", imported: true }],
  nextLine: null,
};

describe('the import of people', () => {
  const open = async (preview: object = PREVIEW) => {
    const sent = fakeApi({
      'POST /v1/people/import': ({ path }) => (path.includes('preview=true') ? preview : { id: 3 }),
    });
    const shown = show(<ImportPage />, { at: '/people/import', path: '/people/import' });
    const file = new File(['Mail;Budget'], 'people.csv', { type: 'text/csv' });
    // jsdom's File has no arrayBuffer().
    const content = Uint8Array.from(Buffer.from('Mail;Budget')).buffer;
    Object.assign(file, { arrayBuffer: () => Promise.resolve(content) });
    await shown.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
    return { sent, ...shown };
  };

  test('given a row of a person that exists, then values before and after are shown (U1)', async () => {
    await open();
    const row = await screen.findByRole('row', { name: /^Elena Soren 2 Replace/ });
    within(row).getByText('price: 320000 → 1');
    within(row).getByText('tags: + Seller');
    expect(within(row).getByRole('link', { name: 'Elena Soren' }).getAttribute('href')).toBe('/people/139');
  });

  test('given a column that is not recognized, when a field is chosen, then a new preview is read with it (U4)', async () => {
    const { user, sent } = await open();
    await user.selectOptions(await screen.findByLabelText('Field of Mail'), 'email');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { mapping: { Mail: 'email' } } }));
  });

  test('given another choice for people that exist, then the preview is read with it (U1)', async () => {
    const { user, sent } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Skip them' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { existing: 'skip' } }));
  });

  test('given a row that is skipped, then the button does not count it, and problems name the line (U22)', async () => {
    await open();
    await screen.findByRole('button', { name: 'Import 1 row' });
    screen.getByRole('row', { name: "'12' is no phone. 3 Phone Imported" });
  });

  test('given nothing to import, then there is no button that imports', async () => {
    await open({ ...PREVIEW, summary: { create: 0, add: 0, change: 0, skip: 2 } });
    await screen.findByText(/Skipped rows: 2\./);
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('given the import is started, then its page opens', async () => {
    const { user, address } = await open();
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    await waitFor(() => expect(address()).toBe('/people/imports/3'));
  });
});
