import { allActions, customFields } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const [send, look] = [action('importPeopleCsv'), action('getPeopleImport')];

describe('a table of people', () => {
  it('is previewed, then imported in the background; known people are updated', async () => {
    const { owner, agent, accountId } = await suite.newAccount();
    await owner.on(customFields).create({ label: 'Favourite colour', type: 'text' });
    const known = (await owner.createPerson({ firstName: 'Old', emails: ['known@example.com'] })).person[
      'id'
    ] as number;
    const csv = [
      '\uFEFFFirst Name,Last Name,Email,Mobile Phone,Tags,City,Price,Favourite Colour,Shoe size',
      'Ann,One,ann@example.com,555 111 2222,"buyer; hot",Berlin,"$350,000.00",green,41',
      "'=cmd|calc,Two,known@example.com,,,,,,",
      'Bad,Three,bad@example.com,,,,much,,',
    ].join('\r\n');

    const preview = await owner.act(send, { query: 'preview=true', body: { csv } });
    expect(preview.status).toBe(200);
    expect(preview.body.rows).toBe(3);
    expect(preview.body.columns.slice(-2)).toEqual([
      { header: 'Favourite Colour', field: 'customFavouriteColour', samples: ['green'] },
      { header: 'Shoe size', field: null, samples: ['41'] },
    ]);
    expect(preview.body.samples[0]).toEqual({
      firstName: 'Ann',
      lastName: 'One',
      emails: [{ value: 'ann@example.com', type: 'home' }],
      phones: [{ value: '555 111 2222', type: 'mobile' }],
      tags: ['buyer', 'hot'],
      addresses: [{ city: 'Berlin' }],
      price: 350_000,
      customFavouriteColour: 'green',
    });
    expect(preview.body.problems).toEqual([
      { row: 3, line: 4, column: 'Price', message: expect.stringContaining("'price'"), imported: false },
    ]);
    expect((await owner.listPeople('')).total).toBe(1);

    await expectRefusal(agent.act(send, { body: { csv } }), 'FORBIDDEN');
    const begun = await owner.act(send, { body: { csv }, query: 'existing=overwrite' });
    expect(begun).toMatchObject({ status: 202, body: { status: 'Running', rows: 3 } });
    const done = await eventually(async () => {
      const { body } = await owner.act(look, { id: begun.body.id });
      expect(body.status).toBe('Completed');
      return body;
    });
    expect(done).toMatchObject({ rows: 3, done: 3, created: 1, updated: 1, failed: 1, problems: [{ row: 3 }] });
    expect(done.columns.at(-1)).toEqual({ header: 'Shoe size', field: null });
    expect(await owner.getPerson(known)).toMatchObject({ firstName: '=cmd|calc', lastName: 'Two' });
    // Webhooks fire as for a batch; the account has one person from the start.
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((name) => name === 'peopleCreated')).toHaveLength(3),
    );

    const other = await suite.newAccount();
    await expectRefusal(other.owner.act(look, { id: begun.body.id }), 'NOT_FOUND');
  });

  it('previews every row that the import would skip, with its reason', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(customFields).create({ label: 'Shoe size', type: 'number' });
    const csv = [
      'Name,Email,Stage,Assigned to,Shoe size',
      'Ann,ann@example.com,Lead,,41',
      'Bob,bob@example.com,No such stage,,',
      'Cyd,cyd@example.com,,Nobody Here,',
      'Dan,not an address,,,',
      'Eve,eve@example.com,,,large',
    ].join('\n');
    const { body } = await owner.act(send, { query: 'preview=true', body: { csv } });
    const whole = { imported: false };
    expect(body.problems).toEqual([
      { row: 2, line: 3, column: 'Stage', message: expect.stringContaining('No such stage'), ...whole },
      { row: 3, line: 4, column: 'Assigned to', message: expect.stringContaining('Nobody Here'), ...whole },
      { row: 4, line: 5, column: 'Email', message: expect.stringContaining('not an address'), ...whole },
      { row: 5, line: 6, column: 'Shoe size', message: expect.stringContaining('customShoeSize'), ...whole },
    ]);
    const begun = await owner.act(send, { body: { csv } });
    await eventually(async () =>
      expect((await owner.act(look, { id: begun.body.id })).body).toMatchObject({ created: 1, failed: 4 }),
    );
  });

  it('that is invalid is refused with the problem', async () => {
    const { owner } = await suite.newAccount();
    const refusal = (csv: string) => expect(owner.act(send, { body: { csv } })).rejects;
    await refusal('Colour,Shoe\nred,41').toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining('no column that is known'),
    });
    await refusal(`Email\n${'a@b.co\n'.repeat(10_001)}`).toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining('10000 rows'),
    });
  });
});
