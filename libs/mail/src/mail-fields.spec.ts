import * as z from 'zod';
import { mailFields } from './mail-fields';

const schema = z.object(mailFields);

describe('Mail configuration', () => {
  it('is optional', () => {
    const { SMTP_ALLOW, ...rest } = schema.parse({});
    expect(rest).toEqual({ MAIL_FROM: 'Porchlight <porchlight@localhost>', SMTP_TLS: 'required' });
    expect(SMTP_ALLOW.allowsName('mail.internal', 587)).toBe(false);
  });

  it.each([
    [{ SMTP_URL: 'https://u:hidden@mail.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'mail.test' }, 'SMTP_URL'],
    [{ SMTP_TLS: 'off' }, 'SMTP_TLS'],
    [{ SMTP_ALLOW: '10.0.0.0/99' }, 'SMTP_ALLOW'],
    [{ MAIL_FROM: 'Porchlight' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.test\r\nBcc: c@d.test' }, 'MAIL_FROM'],
  ])('refuses %j without repeating it', (environment, name) => {
    const { error } = schema.safeParse(environment);
    expect(error?.issues[0]?.path).toEqual([name]);
    expect(JSON.stringify(error?.issues)).not.toContain('hidden');
  });

  it('accepts smtp and smtps, and a sender with or without a name', () => {
    const given = { SMTP_URL: 'smtps://u:p@mail.test:465', MAIL_FROM: 'a@b.test' };
    expect(schema.parse(given)).toMatchObject(given);
  });
});
