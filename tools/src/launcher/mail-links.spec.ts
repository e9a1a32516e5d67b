import { createMailer } from '@porchlight/mail';
import { captureLogger, eventually } from '@porchlight/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printMailLinks } from './mail-links';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'mail-links-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('N2 the links of a local stack', () => {
  it('given mails with and without links, when they are written, then those with links are printed', async () => {
    const lines: string[] = [];
    const stop = printMailLinks(folder, {
      step: (line) => void lines.push(line),
      text: (line) => void lines.push(line),
    });
    const { logger } = captureLogger();
    const mailer = createMailer({ url: undefined, folder, from: 'Porchlight <porchlight@localhost>', logger });
    const link = `https://localhost:8443/console/invitation?token=${'t'.repeat(43)}`;
    const to = { address: 'ivy@example.com' };
    await mailer.send({ id: '1', to, subject: 'An offer', text: 'See https://example.com/offer' });
    await mailer.send({ id: '2', to, subject: 'You are invited', text: `Choose a password:\n${link}\n` });
    await eventually(() =>
      expect(lines).toEqual(['Mail to ivy@example.com: You are invited', expect.stringContaining(link)]),
    );
    stop();
  });
});
