import type { Actor } from '@porchlight/access';
import { SessionServiceDefinition } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService, type DEFAULT_LIMITS } from './auth-service';

/** Password of the users of the suite. */
export const PASSWORD = 'correct horse battery';
/** Password of the users that strangers create for a foreign email. */
export const SQUATTER = 'the squatter knows this';

/** Starts the service with SMTP for a test file about confirmed emails; `of()` returns it. */
export const openEmailSuite = (limits?: Partial<typeof DEFAULT_LIMITS>) => {
  const clock = createManualClock(Date.now());
  let service: AuthService;
  beforeAll(async () => void (service = await startAuthService({ clock, smtp: true, ...(limits && { limits }) })));
  afterAll(() => service?.stop());
  const sessions = () => service.createClient(SessionServiceDefinition);
  const place = (address = '192.0.2.1', device = '') => ({ address, agent: 'Test/1.0', formerToken: '', device });
  const signIn = (email: string, password = PASSWORD, more: object = {}) =>
    sessions().signIn({ email, password, accountId: 0, place: place(), code: '', ...more }, service.operator);
  const mailsTo = (email: string) => service.mails().filter(({ to }) => to === email);
  const tokenIn = (text: string): string => /token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
  /** A user of an account of its own who confirmed the email. */
  const newConfirmed = async (email: string) => {
    const accountName = `Homes ${randomBytes(5).toString('hex')}`;
    await service.signUp(email, { accountName, password: PASSWORD });
    await service.confirmEmail(email, accountName);
    return (await signIn(email)).signedIn!;
  };
  /** The owner of a new account invites a foreign email and accepts with the link of the response. */
  const squat = async (email: string, password = SQUATTER) => {
    const { principal } = await service.signUp(`tenant-${randomBytes(5).toString('hex')}@example.com`, {
      accountName: 'Squatters',
    });
    const owner: Actor = { accountId: principal!.accountId, userId: principal!.userId, role: 'Owner' };
    const invited = await service.as(owner).users.create({ firstName: 'Sue', lastName: 'S', email, role: 'Agent' });
    const { signedIn } = await sessions().acceptInvitation(
      { token: tokenIn(invited['invitationUrl']), password, place: place('203.0.113.66') },
      service.operator,
    );
    return { ...signedIn!, owner };
  };
  /** The token of the newest mail to this address with a link to this page. */
  const mailedToken = (email: string, page: string) =>
    eventually(() => {
      const found = mailsTo(email).filter(({ text }) => text.includes(`/console/${page}?token=`));
      expect(found).not.toEqual([]);
      return tokenIn(found.at(-1)!.text);
    });
  /** The owner of a new account, by the mailed link of a sign-up. */
  const signUpByMail = async (email: string) => {
    const names = { accountName: 'New Homes', firstName: 'Nina', lastName: 'New', email };
    await sessions().signUp({ ...names, place: place() }, service.operator);
    const token = await mailedToken(email, 'confirm-sign-up');
    return (await sessions().confirmSignUp({ token, password: PASSWORD, place: place() }, service.operator)).signedIn!;
  };
  return {
    clock,
    of: () => service,
    sessions,
    place,
    signIn,
    mailsTo,
    tokenIn,
    newConfirmed,
    squat,
    unique: () => `u${randomBytes(6).toString('hex')}@example.com`,
    mailedToken,
    signUpByMail,
  };
};
