import { expectRefusal } from '@porchlight/testkit';
import type { Actor } from '@porchlight/access';
import { SystemServiceDefinition } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const systems = () => service.createClient(SystemServiceDefinition);

const newOwner = async () => {
  const { accountId, ownerId } = await service.newAccount();
  return { accountId, actor: { accountId, userId: ownerId, role: 'Owner' } as Actor };
};

const row = (accountId: number, field: string, count = 1, system = '') => ({
  accountId,
  system,
  operation: 'people.events.create',
  field,
  count,
});

describe('counts of ignored fields', () => {
  it('are summed per account, system and field, highest first', async () => {
    const { accountId, actor } = await newOwner();
    const other = await newOwner();
    await systems().enrollSystem({ name: `Portal ${accountId}`, signatureHeaders: [] }, { actor });
    const [system] = (await systems().listSystems({}, { actor })).records;
    const name = system!.name;
    await systems().recordIgnoredFields(
      { fields: [row(accountId, 'color', 2, name), row(other.accountId, 'shape', 9, name)], unregistered: [] },
      service.operator,
    );
    await systems().recordIgnoredFields(
      {
        fields: [row(accountId, 'person.pets', 5, name), row(accountId, 'color', 1, name), row(accountId, 'mood')],
        unregistered: [],
      },
      service.operator,
    );

    const byId = await systems().listIgnoredFields({ system: String(system!.id) }, { actor });
    expect(byId.records).toMatchObject([
      { field: 'person.pets', operation: 'people.events.create', count: 5, lastSeen: expect.any(Date) },
      { field: 'color', count: 3 },
    ]);
    expect((await systems().listIgnoredFields({ system: name.toUpperCase() }, { actor })).records).toEqual(
      byId.records,
    );
    expect((await systems().listIgnoredFields({ system: 'none' }, { actor })).records).toMatchObject([
      { field: 'mood', count: 1 },
    ]);
    await expectRefusal(systems().listIgnoredFields({ system: '999' }, { actor }), 'NOT_FOUND');
  });

  it('list unregistered systems of the account', async () => {
    const { accountId, actor } = await newOwner();
    await systems().recordIgnoredFields(
      { fields: [], unregistered: [{ accountId, name: 'Old Site', count: 4 }] },
      service.operator,
    );
    expect((await systems().listUnregisteredSystems({}, { actor })).records).toMatchObject([
      { name: 'Old Site', count: 4 },
    ]);
  });

  it('given the maximum of names per day, then only known names are counted', async () => {
    const { accountId, actor } = await newOwner();
    const max = LIMITS.ignoredFieldsPerSystem.value;
    await systems().recordIgnoredFields(
      { fields: Array.from({ length: max + 10 }, (_, n) => row(accountId, `f${n}`)), unregistered: [] },
      service.operator,
    );
    await systems().recordIgnoredFields(
      { fields: [row(accountId, 'f0'), row(accountId, 'one more')], unregistered: [] },
      service.operator,
    );
    const { records } = await systems().listIgnoredFields({ system: 'none' }, { actor });
    expect(records).toHaveLength(max);
    expect(records[0]).toMatchObject({ field: 'f0', count: 2 });
  });

  it('are recorded by the gateway only, and read by owner and brokers', async () => {
    const { accountId, actor } = await newOwner();
    await expectRefusal(
      systems().recordIgnoredFields({ fields: [row(accountId, 'x')], unregistered: [] }, { actor }),
      'FORBIDDEN',
    );
    await expectRefusal(systems().listUnregisteredSystems({}, { actor: { ...actor, role: 'Agent' } }), 'FORBIDDEN');
    const fields = Array.from({ length: LIMITS.ignoredFieldRows.value + 1 }, () => row(accountId, 'x'));
    await expectRefusal(systems().recordIgnoredFields({ fields, unregistered: [] }, service.operator), 'INVALID_BODY');
  });
});
