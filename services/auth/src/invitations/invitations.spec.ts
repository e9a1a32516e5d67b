import type { Actor, Role } from '@porchlight/access';
import { InvitationServiceDefinition, SessionServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { createManualClock, DAY_MS } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

const PASSWORD = 'correct horse battery';
const clock = createManualClock(Date.now());
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock })));
afterAll(() => service?.stop());

const unique = () => randomBytes(5).toString('hex');
const place = { address: '192.0.2.9', agent: 'Test/1.0', formerToken: '', device: '' };
const tokenIn = (text: string): string => /invitation\?token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
const accept = (url: string) =>
  service
    .createClient(SessionServiceDefinition)
    .acceptInvitation({ token: tokenIn(url), password: PASSWORD, place }, service.operator);
const read = (url: string) =>
  service.createClient(SessionServiceDefinition).readInvitation({ token: tokenIn(url) }, service.operator);
const newTeam = async () => {
  const { accountId, ids, owner } = await service.newTeam();
  const call = (role: Role) => ({ actor: { accountId, userId: ids.owner, role } as Actor });
  const invite = (email = `${unique()}@example.com`) =>
    owner.users.create({ firstName: 'Ivy', lastName: 'Invited', email, role: 'Agent' });
  const again = (userId: number, role: Role = 'Owner') =>
    service.createClient(InvitationServiceDefinition).sendInvitation({ userId }, call(role));
  return { accountId, ids, owner, invite, again };
};
const mailsTo = (email: string) => service.mails().filter(({ to }) => to.includes(email));
const refused = { reason: 'NOT_FOUND' };

describe('an invitation', () => {
  it('given that it is sent again, then only the new link works, and both are mailed', async () => {
    const { invite, again } = await newTeam();
    const ivy = await invite();
    const { url, mailed } = await again(ivy['id']);
    expect(mailed).toBe(true);
    await eventually(() => expect(mailsTo(ivy['email'])).toHaveLength(2));
    await expect(accept(ivy['invitationUrl'])).rejects.toMatchObject(refused);
    expect((await accept(url)).signedIn!.principal).toMatchObject({ email: ivy['email'] });
    await expectRefusal(again(ivy['id']), 'CONFLICT');
  });

  it('given its link, then the page reads who invites whom, as often as it opens', async () => {
    const { owner, ids, invite } = await newTeam();
    const ivy = await invite();
    const { name } = await owner.users.get(ids.owner);
    const names = { accountName: expect.stringMatching(/./), invitedBy: name, email: ivy['email'] };
    expect(await read(ivy['invitationUrl'])).toMatchObject(names);
    expect(await read(ivy['invitationUrl'])).toMatchObject(names);
  });

  it('given that it was accepted, withdrawn or sent to another email, then its page reads nothing', async () => {
    const { owner, invite } = await newTeam();
    const [accepted, withdrawn, corrected] = [await invite(), await invite(), await invite()];
    await accept(accepted['invitationUrl']);
    await owner.users.update(withdrawn['id'], { status: 'Disabled' });
    await owner.users.update(corrected['id'], { email: `${unique()}@example.com` });
    for (const user of [accepted, withdrawn, corrected])
      await expect(read(user['invitationUrl'])).rejects.toMatchObject(refused);
  });

  it('can be sent again by owner and brokers, to invited users of the account', async () => {
    const { ids, invite, again } = await newTeam();
    const ivy = await invite();
    await expectRefusal(again(ivy['id'], 'Agent'), 'FORBIDDEN');
    await expectRefusal(again(ids.agent, 'Broker'), 'CONFLICT');
    await expect(again(9_999, 'Broker')).rejects.toMatchObject(refused);
    expect((await again(ivy['id'], 'Broker')).url).toContain('/console/invitation?token=');
  });

  it('given a corrected email, then the new address gets a link and the earlier link is invalid', async () => {
    const { owner, invite } = await newTeam();
    const ivy = await invite();
    const email = `${unique()}@example.com`;
    const corrected = await owner.users.update(ivy['id'], { email });
    expect(corrected).toMatchObject({ email, status: 'Invited' });
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    await expect(accept(ivy['invitationUrl'])).rejects.toMatchObject(refused);
    expect((await accept(corrected['invitationUrl'])).signedIn!.principal).toMatchObject({ email });
    expect(await owner.users.update(ivy['id'], { email: 'later@example.com' })).toMatchObject({ email });
  });

  it('given an unchanged, taken or invalid email, then no link is created', async () => {
    const { owner, invite } = await newTeam();
    const ivy = await invite();
    expect((await owner.users.update(ivy['id'], { ...ivy, firstName: 'Eve' }))['invitationUrl']).toBeUndefined();
    for (const [email, reason] of [
      ['ann@EXAMPLE.com', 'DUPLICATE'],
      ['nowhere', 'INVALID_BODY'],
    ] as const)
      await expectRefusal(owner.users.update(ivy['id'], { email }), reason);
    await expect(accept(ivy['invitationUrl'])).resolves.toBeDefined();
  });

  it('given that the user was disabled, then the link is invalid', async () => {
    const { owner, invite } = await newTeam();
    const ivy = await invite();
    await owner.users.update(ivy['id'], { status: 'Disabled' });
    await expect(accept(ivy['invitationUrl'])).rejects.toMatchObject(refused);
  });

  it('given too many mails to one mailbox, then no more are sent and the response contains the link', async () => {
    const { invite, again } = await newTeam();
    const ivy = await invite();
    const { value: limit } = LIMITS.invitationMailsPerMailbox;
    for (let sent = 1; sent < limit; sent++) expect((await again(ivy['id'])).mailed).toBe(true);
    const { url, mailed } = await again(ivy['id']);
    expect(mailed).toBe(false);
    await expect(accept(url)).resolves.toBeDefined();
  });
});

describe('N2 an email that two accounts invite', () => {
  it('given mails of both, then the limit of the mailbox holds for them together', async () => {
    const email = `${unique()}@example.com`;
    const [one, two] = [await newTeam(), await newTeam()];
    const [first, second] = [await one.invite(email), await two.invite(email.toUpperCase())];
    const { value: limit } = LIMITS.invitationMailsPerMailbox;
    const mailed: boolean[] = [];
    for (let sent = 2; sent < limit; sent++)
      mailed.push((await (sent % 2 ? one.again(first['id']) : two.again(second['id']))).mailed);
    expect(mailed).not.toContain(false);
    expect((await one.again(first['id'])).mailed).toBe(false);
    expect((await two.again(second['id'])).mailed).toBe(false);
  });

  it('given that one is accepted, then the other stays open', async () => {
    const email = `${unique()}@example.com`;
    const [one, two] = [await newTeam(), await newTeam()];
    const [first, second] = [await one.invite(email), await two.invite(email)];
    await accept(first['invitationUrl']);
    expect((await two.owner.users.get(second['id']))['status']).toBe('Invited');
    const { principal } = (await accept(second['invitationUrl'])).signedIn!;
    expect(principal).toMatchObject({ email, accountId: two.accountId });
  });
});

describe('an account from an open sign-up, in its first 24 hours', () => {
  const openSignUp = async () => {
    const email = `${unique()}@example.com`;
    const sessions = service.createClient(SessionServiceDefinition);
    await sessions.signUp({ accountName: 'New', firstName: 'Nina', lastName: 'New', email, place }, service.operator);
    const token = await eventually(() => /token=([A-Za-z0-9_-]{43})/.exec(mailsTo(email)[0]!.text)![1]!);
    const { signedIn } = await sessions.confirmSignUp({ token, password: PASSWORD, place }, service.operator);
    const { accountId, userId } = signedIn!.principal!;
    return { accountId, userId, role: 'Owner' } as Actor;
  };

  it('registers systems and invites users up to the limits; refused requests do not count; the limits end after 24 hours', async () => {
    const actor = await openSignUp();
    const systems = service.createClient(SystemServiceDefinition);
    const enroll = (name = unique()) => systems.enrollSystem({ name, signatureHeaders: [] }, { actor });
    await expectRefusal(enroll(' '), 'INVALID_BODY');
    for (let n = 0; n < LIMITS.newAccountSystems.value; n++) await enroll();
    const beyond = { reason: 'NEW_ACCOUNT_LIMIT', params: { limit: LIMITS.newAccountSystems.value, what: 'systems' } };
    await expect(enroll()).rejects.toMatchObject(beyond);
    const { users } = service.as(actor);
    const invite = () =>
      users.create({ firstName: 'I', lastName: 'I', email: `${unique()}@example.com`, role: 'Agent' });
    for (let n = 0; n < LIMITS.newAccountInvitations.value; n++) await invite();
    await expectRefusal(invite(), 'NEW_ACCOUNT_LIMIT');
    await eventually(() =>
      expect(service.mails().filter(({ subject }) => subject === 'You are invited to New')).toHaveLength(
        LIMITS.newAccountInvitationMails.value,
      ),
    );
    clock.advance(DAY_MS + 1);
    await expect(enroll()).resolves.toMatchObject({ id: expect.any(Number) });
    await expect(invite()).resolves.toMatchObject({ status: 'Invited' });
  });
});
