import { expectRefusal } from '@porchlight/testkit';
import type { Actor } from '@porchlight/access';
import { OwnAccountServiceDefinition } from '@porchlight/contracts';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const newOwner = async (): Promise<Actor> => {
  const { accountId, ownerId } = await service.newAccount();
  return { accountId, userId: ownerId, role: 'Owner' };
};
const account = () => service.createClient(OwnAccountServiceDefinition);

describe('the account of the caller', () => {
  it('has strict defaults and is readable by every role', async () => {
    const owner = await newOwner();
    const { record } = await account().getOwnAccount({}, { actor: { ...owner, role: 'Agent' } });
    expect(record).toEqual({
      id: owner.accountId,
      version: expect.any(Number),
      name: 'Test Realty',
      domain: 'test-realty',
      created: expect.any(Date),
      mailsPerDay: {},
      ownerName: 'Olive Owner',
      ownerEmail: expect.stringContaining('@'),
      handling: 'strict',
      unregisteredSystems: 'refuse',
      country: 'US',
      corsOrigins: [],
      mailFooter: '',
    });
  });

  it('given the owner and one setting, then only that setting changes', async () => {
    const actor = await newOwner();
    await account().updateOwnAccount({ handling: 'lenient' }, { actor });
    const { record } = await account().updateOwnAccount(
      { name: 'New Realty', unregisteredSystems: 'ignore' },
      { actor },
    );
    expect(record).toMatchObject({ name: 'New Realty', handling: 'lenient', unregisteredSystems: 'ignore' });
    const other = await newOwner();
    expect((await account().getOwnAccount({}, { actor: other })).record).toMatchObject({ handling: 'strict' });
  });

  it('given a broker or an unknown value, then nothing changes', async () => {
    const actor = await newOwner();
    await expectRefusal(
      account().updateOwnAccount({ handling: 'lenient' }, { actor: { ...actor, role: 'Broker' } }),
      'FORBIDDEN',
    );
    await expectRefusal(account().updateOwnAccount({ handling: 'loose' }, { actor }), 'INVALID_BODY');
    expect((await account().getOwnAccount({}, { actor })).record).toMatchObject({ handling: 'strict' });
  });
});

describe('D1.3 an update of the account with the version of If-Match', () => {
  it('given an account that was never changed and two updates of one version, then one is stored, the other refused', async () => {
    const actor = await newOwner();
    const { version: ifVersion } = (await account().getOwnAccount({}, { actor })).record!;
    const updates = ['First Realty', 'Second Realty'].map((name) =>
      account().updateOwnAccount({ name, ifVersion }, { actor }),
    );
    const results = await Promise.allSettled(updates);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ reason: 'PRECONDITION_FAILED' });
    const stored = results.find((result) => result.status === 'fulfilled');
    expect((await account().getOwnAccount({}, { actor })).record).toEqual(stored?.value.record);
  });

  it('given a change in between, then the update is refused, also one without a difference', async () => {
    const actor = await newOwner();
    const { version: ifVersion } = (await account().updateOwnAccount({ name: 'Old Realty' }, { actor })).record!;
    await account().updateOwnAccount({ handling: 'lenient' }, { actor });
    await expectRefusal(
      account().updateOwnAccount({ name: 'New Realty', ifVersion }, { actor }),
      'PRECONDITION_FAILED',
    );
    await expectRefusal(account().updateOwnAccount({ ifVersion }, { actor }), 'PRECONDITION_FAILED');
    expect((await account().getOwnAccount({}, { actor })).record).toMatchObject({ name: 'Old Realty' });
  });
});
