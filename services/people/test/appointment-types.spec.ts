import { appointmentOutcomes, appointmentTypes } from '@porchlight/contracts';
import { parseListQuery } from '@porchlight/resource';
import { expectRefusal } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('D12.1 types and outcomes of appointments', () => {
  it('given a new account, then it has two types and three outcomes in their order', async () => {
    const { owner } = await suite.newAccount();
    expect(await owner.on(appointmentTypes).list()).toMatchObject({
      total: 2,
      records: [
        { id: 1, name: 'Buyer consultation', orderWeight: 1000 },
        { id: 2, name: 'Listing', orderWeight: 2000 },
      ],
    });
    const { records } = await owner.on(appointmentOutcomes).list();
    expect(records.map(({ name }) => name)).toEqual(['No show', 'Working with buyers', 'Listing obtained']);
  });

  it('given concurrent first uses, then each default exists once', async () => {
    const { owner, broker } = await suite.newAccount();
    const lists = [owner, broker, owner, broker].map((user) => user.on(appointmentTypes).list());
    expect((await Promise.all(lists)).map(({ total }) => total)).toEqual([2, 2, 2, 2]);
  });

  it('given a deleted default, then it does not come back', async () => {
    const { owner } = await suite.newAccount();
    const types = owner.on(appointmentTypes);
    await types.remove(1);
    await types.create({ name: 'Showing' });
    const { records } = await owner.on(appointmentTypes).list();
    expect(records.map(({ name }) => name)).toEqual(['Listing', 'Showing']);
  });

  it('given a record, then it has exactly id, name and orderWeight', async () => {
    const { owner } = await suite.newAccount();
    const created = await owner.on(appointmentTypes).create({ name: 'Showing', orderWeight: 1500 });
    expect(Object.keys(created)).toEqual(['id', 'name', 'orderWeight']);
    const { records } = await owner.on(appointmentTypes).list();
    expect(records.map(({ name }) => name)).toEqual(['Buyer consultation', 'Showing', 'Listing']);
  });

  it('given sort=-name, then the list is in that order', async () => {
    const { owner } = await suite.newAccount();
    const { records } = await owner.on(appointmentOutcomes).list('sort=-name');
    expect(records.map(({ name }) => name)).toEqual(['Working with buyers', 'No show', 'Listing obtained']);
  });

  it('given an update without fields, then the record is returned', async () => {
    const { owner } = await suite.newAccount();
    expect(await owner.on(appointmentTypes).update(2, {})).toMatchObject({ id: 2, name: 'Listing' });
  });

  it('given an agent, then reads are allowed and writes are refused', async () => {
    const { agent } = await suite.newAccount();
    expect(await agent.on(appointmentTypes).get(1)).toMatchObject({ name: 'Buyer consultation' });
    await expectRefusal(agent.on(appointmentTypes).create({ name: 'Mine' }), 'FORBIDDEN');
    await expectRefusal(agent.on(appointmentTypes).remove(1), 'FORBIDDEN');
  });

  it('given an unknown name in fields, then the error names the parameter', () => {
    expect(() => parseListQuery(appointmentTypes, new URLSearchParams('fields=name,colour'))).toThrow(
      "Invalid field(s) in the fields parameter: ['colour'].",
    );
  });
});
