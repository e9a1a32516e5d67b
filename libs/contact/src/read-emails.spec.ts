import { measureCpu } from '@porchlight/runtime/src/testing/measure-cpu';
import { isEmail, normalizeEmail, readEmails } from './read-emails';

const valuesOf = (text: string): string[] => readEmails(text).map(({ value }) => value);

describe('D13.1 emails taken out of text', () => {
  it.each([
    ['ann@x.example', undefined],
    ['Ann Lee <ann@x.example>', 'Ann Lee'],
    ['"Lee, Ann" <ann@x.example>', 'Lee, Ann'],
    ['Lee, Ann <ann@x.example>', 'Lee, Ann'],
    ['John Smith Jr. <ann@x.example>', 'John Smith Jr.'],
    ['“Ann Lee” <ann@x.example>', 'Ann Lee'],
    ['Ann Lee [mailto:ann@x.example]', 'Ann Lee'],
    ['Ann Lee <mailto:ann@x.example>', 'Ann Lee'],
    ['ann@x.example (Ann Lee)', 'Ann Lee'],
    ['Ann Lee ann@x.example', 'Ann Lee'],
    ['Ann Lee<ann@x.example>', 'Ann Lee'],
    ['Ann Lee (ann@x.example)', 'Ann Lee'],
    ['‘Ann Lee’ <ann@x.example>', 'Ann Lee'],
    ['=?UTF-8?B?QW5uIEzDqWU=?= <ann@x.example>', 'Ann Lée'],
    ['"=?iso-8859-1?Q?Ann_L=E9e?=" <ann@x.example>', 'Ann Lée'],
    ['=?utf-8?q?Ann?= =?utf-8?q?_Lee?= <ann@x.example>', 'Ann Lee'],
    ['=?klingon?B?QW5u?= <ann@x.example>', '=?klingon?B?QW5u?='],
    ['<ann@x.example>', undefined],
    ['mailto://ann@x.example', undefined],
    ['‘ann@x.example’', undefined],
    ['‹ann@x.example›', undefined],
    ['ann@x.example…', undefined],
    ['ann@x.example/', undefined],
    ['ann@x.example?subject=Hi', undefined],
    ['ann@x.example%20', undefined],
    ['ann@x.example&nbsp;', undefined],
    ['ａｎｎ＠ｘ．ｅｘａｍｐｌｅ', undefined],
    ['ann@x。example', undefined],
    ['mailto:ann@x.example', undefined],
    ['MAILTO:ann@x.example?subject=Hi', undefined],
    ['mailto:ann%40x.example', undefined],
    ['"ann@x.example"', undefined],
    ["'ann@x.example'", undefined],
    ['ann@x.example <ann@x.example>', undefined],
    ['Email: ann@x.example', undefined],
    ['ann@x.example (work)', undefined],
    ['[ann@x.example](mailto:ann@x.example)', undefined],
    ['<mailto:ann@x.example|ann@x.example>', undefined],
    ['ann@x.example.', undefined],
    ['ann@x.example,', undefined],
    ['ann@x.example;', undefined],
    ['ann@x.example!', undefined],
    ['(ann@x.example)', undefined],
    ['ann @ x.example', undefined],
    ['ann＠x.example', undefined],
    ['ann%40x.example', undefined],
    ['\u2800ann@x.example\uFFFC', undefined],
    ['\u007Fann@x.example', undefined],
    ['\u200Bann@x.example', undefined],
    ['ann@x.exa\u00ADmple\uFEFF', undefined],
    ['\u00A0ann@x.example\u00A0', undefined],
  ])('given %s, the address is ann@x.example and the name %s', (text, displayName) =>
    expect(readEmails(text)).toEqual([
      { value: 'ann@x.example', isEmail: true, identity: 'ann@x.example', ...(displayName && { displayName }) },
    ]),
  );

  it.each([
    'a@x.example, b@x.example',
    'a@x.example; b@x.example',
    'a@x.example,b@x.example,',
    'a@x.example / b@x.example',
    'a@x.example/b@x.example',
    'a@x.example\nb@x.example',
    'a@x.example\r\n\r\nb@x.example',
    'a@x.example or b@x.example',
    'a@x.example b@x.example',
    'a@x.example | b@x.example',
    'Team: a@x.example, b@x.example;',
    '<a@x.example> <b@x.example>',
    'a@x.example，b@x.example',
    'a@x.example、b@x.example',
    'a@x.example；b@x.example',
    'a@x.example، b@x.example',
    'a@x.example؛b@x.example',
    'a@x.example (work) b@x.example (home)',
  ])('given several addresses in one text, %j has two', (text) =>
    expect(valuesOf(text)).toEqual(['a@x.example', 'b@x.example']),
  );

  it('given several addresses with names, each has its name', () => {
    expect(readEmails('Lee, Ann <ann@x.example>; Bob Stone <bob@x.example>').map((one) => one.displayName)).toEqual([
      'Lee, Ann',
      'Bob Stone',
    ]);
  });

  it.each([
    'work: a@x.example home: b@x.example',
    'Home: b@x.example, Work: a@x.example',
    'Team: a@x.example; Others: b@x.example',
    'one: a@x.example two: b@x.example',
  ])('given labels with colons, both addresses of %j are read', (text) =>
    expect(valuesOf(text).toSorted((one, other) => one.localeCompare(other))).toEqual(['a@x.example', 'b@x.example']),
  );

  it('given one address twice, it is one entry', () => {
    expect(valuesOf('ann@x.example, ANN@X.EXAMPLE')).toEqual(['ann@x.example']);
  });

  it.each(['none', 'ann@', '@x.example', 'ann@x', 'call me', 'a b@c', '((((', 'ann@@x.example', 'n/a', 'n/a@n/a.com'])(
    'given no address, %s stays as it is and identifies no person',
    (text) => expect(readEmails(text)).toEqual([{ value: text, isEmail: false }]),
  );

  it.each(['', '  ', '\u200B'])('given a blank text %j, there is no entry', (text) =>
    expect(readEmails(text)).toEqual([]),
  );

  it('given an address and a text that is none, the text is an entry too', () => {
    expect(readEmails('ann@x.example, none')).toEqual([
      { value: 'ann@x.example', isEmail: true, identity: 'ann@x.example' },
      { value: 'none', isEmail: false },
    ]);
  });

  it('given a curly apostrophe of a word processor, the address has the plain one', () => {
    expect(valuesOf('o’brien@x.example')).toEqual(["o'brien@x.example"]);
  });

  it('given a local part with a slash, it is one address', () => {
    expect(valuesOf('a/b@x.example')).toEqual(['a/b@x.example']);
  });

  it.each([
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
    ['Ann@XN--MLLER-KVA.example', 'ann@xn--mller-kva.example'],
    ['ann@例え.example', 'ann@xn--r8jz45g.example'],
  ])('given an internationalized domain, %s is compared as %s', (text, identity) =>
    expect(readEmails(text)[0]).toMatchObject({ value: text, isEmail: true, identity }),
  );

  it('given text of 100,000 characters, reading takes linear time', async () => {
    const pieces = [
      'a@',
      '(',
      '<',
      '"',
      ' ',
      'a:',
      'a,',
      ' or ',
      '/',
      '[',
      '[a@',
      '（ａ@',
      'あ',
      'mailto:',
      '@',
      '.',
      "'",
      '\n',
      '|',
    ];
    const ms = await measureCpu(() => {
      for (const piece of pieces) readEmails(`${piece.repeat(100_000 / piece.length)}@`);
      readEmails(`[(${'a@'.repeat(50_000)}`);
    });
    expect(ms).toBeLessThan(5_000);
  });
});

describe('D13.1 emails that identify no person', () => {
  it.each([
    'none@x.example',
    'noemail@x.example',
    'no-email@x.example',
    'noreply@x.example',
    'No-Reply@x.example',
    'no_reply@x.example',
    'donotreply@x.example',
    'do-not-reply@x.example',
    'na@na.com',
    'unknown@unknown.example',
    'test@test.com',
    'email@email.com',
    'test@none.com',
    'na@noemail.com',
    'email@example.com',
  ])('given %s, it can be mailed and has no identity', (text) =>
    expect(readEmails(text)).toEqual([{ value: text, isEmail: true }]),
  );

  it.each([
    'test@harborlane.homes',
    'na@vantage.realty',
    'email@lee.family',
    'nona@x.example',
    'reply@x.example',
    'test@lee.email',
    'info@lee.test',
  ])('given %s, it identifies', (text) => expect(readEmails(text)[0]?.identity).toBe(text));
});

it('given an address with quotes, spaces, two dots or signs in its domain, it is no email', () => {
  for (const text of [
    '"a b"@x.example',
    'a b@x.example',
    'a..b@x.example',
    '.a@x.example',
    'a@x..example',
    'a@x/y.example',
  ])
    expect(isEmail(text)).toBe(false);
});

it('given text that is no address, it is compared without case', () => {
  expect(normalizeEmail(' NONE ')).toBe('none');
});
