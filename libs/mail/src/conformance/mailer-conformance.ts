import type { Mail, Mailer } from '../mail';

/** Mails that a mailer sent. */
export interface Outgoing {
  readonly messageId: string;
  /** Address alone. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface MailerUnderTest {
  readonly mailer: Mailer;
  outgoing(): Promise<readonly Outgoing[]>;
  stop(): Promise<void>;
}

const MAIL: Mail = {
  id: 'lead:7:3',
  to: { address: 'ann@example.com', name: 'Ann Agent' },
  subject: 'New lead',
  text: 'Ada Byron\nZillow',
};

/** Conformance of every mailer. */
export const describeMailer = (name: string, open: () => Promise<MailerUnderTest>): void => {
  describe(`A mailer (${name})`, () => {
    let opened: MailerUnderTest;
    beforeEach(async () => void (opened = await open()));
    afterEach(() => opened?.stop());
    const only = async (): Promise<Outgoing> => {
      const all = await opened.outgoing();
      expect(all).toHaveLength(1);
      return all[0]!;
    };

    it('sends text and HTML', async () => {
      expect(opened.mailer.configured).toBe(true);
      const result = await opened.mailer.send({
        ...MAIL,
        subject: 'Nouvelle piste: Zoë 東京',
        text: 'Zoë\nParis',
        html: '<p>Zoë</p>',
      });
      const { messageId, ...rest } = await only();
      expect(result).toEqual({ sent: true, messageId });
      expect(rest).toEqual({
        to: 'ann@example.com',
        subject: 'Nouvelle piste: Zoë 東京',
        text: 'Zoë\nParis',
        html: '<p>Zoë</p>',
      });
    });

    it('derives the Message-ID from the id', async () => {
      const ids = await Promise.all([MAIL, MAIL, { ...MAIL, id: 'lead:7:4' }].map((mail) => opened.mailer.send(mail)));
      const [first, again, other] = ids.map((result) => (result.sent ? result.messageId : ''));
      expect(first).toMatch(/^<[0-9a-f]{40}@[a-z.]+>$/);
      expect(again).toBe(first);
      expect(other).not.toBe(first);
    });

    it('prevents injection of headers and recipients by subject and name', async () => {
      await opened.mailer.send({
        ...MAIL,
        to: { address: MAIL.to.address, name: 'Ann\r\nBcc: eve@example.com' },
        subject: 'Hi\r\nBcc: eve@example.com\n\nBody',
      });
      expect(await only()).toMatchObject({ to: 'ann@example.com', subject: 'Hi Bcc: eve@example.com Body' });
    });

    it.each([
      '',
      'ann',
      'ann@example.com, eve@example.com',
      'ann@example.com\r\nRCPT TO:<eve@example.com>',
      '<ann@example.com>',
      `${'a'.repeat(300)}@x.com`,
    ])('refuses the address %j for good', async (address) => {
      expect(await opened.mailer.send({ ...MAIL, to: { address } })).toEqual({
        sent: false,
        reason: 'The address is not valid',
        permanent: true,
      });
      expect(await opened.outgoing()).toEqual([]);
    });
  });
};
