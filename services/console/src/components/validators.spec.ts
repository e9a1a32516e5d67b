import {
  emailAddress,
  futureDate,
  httpsAddress,
  newPassword,
  required,
  requiredChoice,
  samePassword,
  splitLines,
} from './validators';

const DAY_MS = 86_400_000;
const today = (offset = 0): string => {
  const day = new Date(Date.now() + offset * DAY_MS);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

describe('checks of form fields', () => {
  test.each([
    ['an empty text', required('a note'), '  ', 'Enter a note.'],
    ['a text', required('a note'), ' x ', undefined],
    ['an email', emailAddress, ' ada@example.com ', undefined],
    ['an email without domain', emailAddress, 'ada@', 'Enter an email address, such as name@example.com.'],
    ['two emails', emailAddress, 'a@b.example, c@d.example', 'Enter an email address, such as name@example.com.'],
    ['a short password', newPassword, 'ninechars', 'Use at least 10 characters.'],
    ['a password of 10 characters', newPassword, 'tencharact', undefined],
    ['an https address', httpsAddress, ' https://a.example/x ', undefined],
    ['an http address', httpsAddress, 'http://a.example/x', 'Enter an address that starts with https://.'],
    ['a script', httpsAddress, 'javascript:alert(1)', 'Enter an address that starts with https://.'],
    ['no choice', requiredChoice, '', 'Choose one from the list.'],
    ['no last day', futureDate, '', undefined],
    ['yesterday', futureDate, today(-1), 'Choose today or a later day.'],
    ['today', futureDate, today(), undefined],
  ])('given %s, then the field accepts it or says what to enter', (_, validate, value, message) => {
    expect(validate(value)).toBe(message);
  });

  test('given two passwords, then they are compared', () => {
    expect(samePassword('one', 'other')).toBe('The two passwords differ. Enter the same password twice.');
    expect(samePassword('one', 'one')).toBeUndefined();
  });

  test('given lines with blanks, then only texts are returned', () => {
    expect(splitLines(' a \n\n  \r\nb')).toEqual(['a', 'b']);
  });
});
