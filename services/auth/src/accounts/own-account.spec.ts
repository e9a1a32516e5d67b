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
