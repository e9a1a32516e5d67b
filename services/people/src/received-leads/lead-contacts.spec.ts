import { measureCpu } from '@porchlight/testkit';
import { emailContact, listContacts, phoneContact } from './lead-contacts';

describe('D13.9 contacts in the body of a refused lead', () => {
  test.each([
    ['JSON', '{"person":{"emails":[{"value":"Ann@Example.com"}],"phones":[{"value":"(415) 555-0133"}]}}'],
    ['a form', 'person[email]=ann@example.com&phone=+1 415 555 0133'],
    ['text that is not JSON', 'Lead: Ann <ann@example.com>, 4155550133'],
  ])('Given %s, Then its email and phone are found', (_format, body) => {
    const contacts = listContacts(body);
    expect(contacts).toContain(emailContact('Ann@example.com'));
    expect(contacts).toContain(phoneContact('+14155550133'));
  });

  test('Given a long text without contacts, Then reading it takes linear time', async () => {
    const ms = await measureCpu(() => {
      expect(listContacts(`${'a'.repeat(65_000)}@`)).toEqual([]);
      listContacts('1 '.repeat(32_000));
    });
    expect(ms).toBeLessThan(1_000);
  });
});
